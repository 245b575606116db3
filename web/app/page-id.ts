/** The id of the element with the whole page, above which dialogs lie. */
export const pageId = 'page'
