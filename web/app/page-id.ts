/** The id of the element that contains the whole page, which dialogs cover. */
export const pageId = 'page'
