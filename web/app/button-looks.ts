/** The look of a button beside others of the same weight. */
export const usual = { size: 'sm', variant: 'default' } as const

/** The look of a button beside a more important one. */
export const quiet = { size: 'xs', variant: 'subtle', px: 8 } as const
