/** The mark of the product: one frame seen from two places. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
      <rect x="1" y="1" width="12" height="12" rx="3" fill="var(--mantine-primary-color-light)" />
      <rect x="1" y="1" width="12" height="12" rx="3" stroke="var(--mantine-primary-color-filled)" strokeWidth="1.75" />
      <rect x="7" y="7" width="12" height="12" rx="3" fill="var(--mantine-primary-color-filled)" />
    </svg>
  )
}
