import type { AgreementQuery } from '../generated/graphql.js'
import { language } from '../texts.js'

/** How far the chosen personas agree about the video. */
export type Agreement = NonNullable<AgreementQuery['video']>['agreement']

/** Stands for a figure without a basis. */
export const none = '–'

/** Returns a figure with three decimals. */
export const figureText = (figure: number | null | undefined): string =>
  figure == null ? none : figure.toLocaleString(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 })

export const countText = (count: number): string => count.toLocaleString(language)
