/** The formats that an import accepts, at the end of each message. */
const taken =
  'An import takes JSON Lines, such as exports of this server and of FOVEA, the annotations.xml of CVAT for video 1.1, ' +
  'and the gt.txt of MOT'

interface Foreign {
  /** What a file with this beginning is. */
  is: string
  /** What to do with it. */
  instead: string
  begins: (bytes: Buffer, text: string) => boolean
}

const magic =
  (...bytes: number[]) =>
  (head: Buffer) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes))
const matches = (pattern: RegExp) => (_head: Buffer, text: string) => pattern.test(text)
const noLines = 'It has no place for personas, types and ids; import the lines that it was made of, or CVAT XML'

/** Files that users mistake for a file of lines, by their beginning. The first match is reported. */
const foreign: readonly Foreign[] = [
  {
    is: 'a zip archive, as CVAT exports',
    instead: 'Unpack it and import the annotations.xml in it',
    begins: magic(0x50, 0x4b),
  },
  {
    is: 'compressed with gzip',
    instead: 'Unpack it (gunzip), or use parallax import, which does',
    begins: magic(0x1f, 0x8b),
  },
  { is: 'compressed with zstd', instead: 'Unpack it (unzstd)', begins: magic(0x28, 0xb5, 0x2f, 0xfd) },
  { is: 'compressed with bzip2', instead: 'Unpack it (bunzip2)', begins: magic(0x42, 0x5a, 0x68) },
  { is: 'compressed with xz', instead: 'Unpack it (unxz)', begins: magic(0xfd, 0x37, 0x7a, 0x58, 0x5a) },
  {
    is: 'in UTF-16',
    instead: 'Save it in UTF-8',
    begins: (head) => magic(0xff, 0xfe)(head) || magic(0xfe, 0xff)(head),
  },
  { is: 'WebVTT', instead: noLines, begins: matches(/^WEBVTT(?:\s|$)/) },
  { is: 'SubRip (SRT)', instead: noLines, begins: matches(/^\d+\r?\n\d+:\d\d:\d\d,\d+ --> /) },
  {
    is: 'COCO',
    instead: 'CVAT reads COCO and writes CVAT for video 1.1',
    begins: matches(/^\{\s*"(?:info|licenses|images|videos|categories|tracks|annotations)"\s*:\s*[[{]/),
  },
  {
    is: 'YOLO',
    instead: 'CVAT reads YOLO and writes CVAT for video 1.1',
    begins: matches(/^\d+(?: [\d.]+){4}\s*(?:\r?\n|$)/),
  },
  {
    is: 'a table (CSV)',
    instead: 'Write each row as a line of JSON',
    begins: matches(/^"?[A-Za-z_][\w ]*"?(?:[,;\t]"?[\w ]+"?){2,}\r?\n/),
  },
  {
    is: 'one JSON document over several lines',
    instead: 'Each line must be a JSON object of its own (jq -c)',
    begins: matches(/^\{\s*\r?\n/),
  },
]

/** Returns what a file is that an import does not accept, recognised by its first kilobyte; null for others. */
export function foreignFile(head: Buffer): string | null {
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  const format = foreign.find(({ begins }) => begins(head, text))
  return format ? `the file is ${format.is}. ${format.instead}. ${taken}` : null
}
