/** How players show the stored pictures of a video. All boxes are in pixels of the displayed picture. */
export interface Display {
  /** Displayed pixels: square, turned and mirrored as in players. */
  width: number
  height: number
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** Whether players also swap left and right, after the turn. */
  mirrored: boolean
}

interface StoredPicture {
  width: number
  height: number
  sample_aspect_ratio?: string
  tags?: Record<string, string>
  side_data_list?: { rotation?: number; displaymatrix?: string }[]
}

/** Returns the display of a stream, from the data of ffprobe. */
export function displayOf(stored: StoredPicture): Display {
  const { rotation, mirrored } = turnOf(stored)
  const { width, height } = squarePixels(stored)
  return rotation % 180 === 90
    ? { width: height, height: width, rotation, mirrored }
    : { width, height, rotation, mirrored }
}

/** Returns the size in square pixels; pixels that are not square are stretched, never squeezed, as in browsers. */
function squarePixels({ width, height, sample_aspect_ratio: text = '' }: StoredPicture) {
  const [numerator = 0, denominator = 0] = text.split(':').map(Number)
  const aspect = numerator > 0 && denominator > 0 ? numerator / denominator : 1
  return aspect >= 1 ? { width: Math.round(width * aspect), height } : { width, height: Math.round(height / aspect) }
}

/**
 * Returns the turn and the mirroring of a display matrix, of which ffprobe prints the rows (a b u) (c d v) (x y w): a
 * point (x, y) is shown at (ax + cy, bx + dy). Older files have a tag instead.
 */
function turnOf({ tags, side_data_list: sides }: StoredPicture): Pick<Display, 'rotation' | 'mirrored'> {
  const rows = sides?.find(({ displaymatrix }) => displaymatrix)?.displaymatrix?.match(/-?\d+/g)
  // Each row begins with its address, which has eight digits.
  const [, a = 0, b = 0, , , c = 0, d = 0] = (rows ?? []).map(Number)
  if (a === 0 && b === 0) return { rotation: quarters(Number(tags?.rotate ?? 0)), mirrored: false }
  const mirrored = a * d - b * c < 0
  return { rotation: quarters((Math.atan2(b, mirrored ? -a : a) * 180) / Math.PI), mirrored }
}

const quarters = (degrees: number): number => (((Math.round(degrees / 90) * 90) % 360) + 360) % 360 || 0

/**
 * Returns the ffmpeg filters that produce pictures of exactly this size as players show them. If the size changes
 * within a file, pictures whose shape differs from the first one get bars.
 */
export function shownAt(size: { width: number; height: number }, video: Display, flags: string): string[] {
  const { width, height } = size
  const aspect = `(dar*${video.height}/${video.width})`
  const near = `lt(abs(${aspect}-1),0.02)`
  return [
    ...turns(video),
    `scale=w='if(${near},${width},max(2,min(${width},round(${width}*${aspect}))))'` +
      `:h='if(${near},${height},max(2,min(${height},round(${height}/${aspect}))))':flags=${flags}`,
    `setsar=1`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
  ]
}

function turns({ rotation, mirrored }: Display): string[] {
  const turned = { 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[rotation] ?? []
  return mirrored ? [...turned, 'hflip'] : turned
}
