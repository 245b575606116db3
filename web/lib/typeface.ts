/** The typeface of the desk, also of what is drawn on a canvas, which inherits none. */
export const typeface = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
