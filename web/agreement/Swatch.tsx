import type { Look } from './looks.js'

/** The look of the boxes of a persona: a line as it is drawn on a picture. */
export function Swatch({ look }: { look: Look | undefined }) {
  return (
    <svg width={30} height={12} style={{ flex: 'none' }} aria-hidden>
      <rect width={30} height={12} rx={3} fill="#1a1b1e" />
      <path d="M3 6h24" strokeWidth={4} stroke={look?.colour} strokeDasharray={look?.dash} />
    </svg>
  )
}
