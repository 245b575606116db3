const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns a label or reference that has no name for users, or `otherwise` if it is an id, which tells them nothing. */
export const readable = (label: string, otherwise: string): string => (id.test(label) ? otherwise : label)
