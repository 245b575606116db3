/**
 * The path under which the browser reaches the server: '' for the root, or the server's BASE_PATH, which it writes into
 * the page.
 */
export const basePath = document.documentElement.dataset['base'] ?? ''

/** The address of a path of the server, such as /api/health. */
export const address = (path: string): string => basePath + path
