/** The place of a letter in a text field, in pixels from the left and upper edge of the field. */
export interface CaretPlace {
  left: number
  top: number
  /** The height of the line. */
  height: number
}

/** What decides where a browser breaks the lines of a text field. */
const decisive = [
  ...[
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'font-stretch',
    'font-feature-settings',
    'letter-spacing',
  ],
  ...['line-height', 'text-indent', 'text-transform', 'word-spacing', 'tab-size', 'direction', 'text-align'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'],
]

/** Returns where the letter at an index of the text stands in a field that contains the text. */
export function caretPlace(field: HTMLTextAreaElement, text: string, index: number): CaretPlace {
  // Browsers do not tell this of a text field, but they do of an element with the same text and the same lines.
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of decisive) copy.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(copy.style, {
    ...{ position: 'absolute', visibility: 'hidden', borderStyle: 'solid', boxSizing: 'border-box' },
    ...{ width: `${field.offsetWidth}px`, whiteSpace: 'pre-wrap', overflowWrap: 'break-word' },
  })
  const letter = document.createElement('span')
  letter.textContent = text.slice(index) || '.'
  copy.append(text.slice(0, index), letter)
  document.body.append(copy)
  const [first] = letter.getClientRects()
  const { left, top } = copy.getBoundingClientRect()
  copy.remove()
  if (!first) return { left: 0, top: 0, height: field.offsetHeight }
  return { left: first.left - left, top: first.top - top - field.scrollTop, height: first.height }
}
