import { writeFileSync } from 'node:fs'
import { claimMilliseconds, claimSeconds, damagePackets, disableFirstTrack, dropBlocks } from './bytes.js'
import { allPictures, decoded, decodedNumbers, frames, h264, joined, range, raw, webm, type Maker } from './numbered.js'
import { pictures, size } from './pictures.js'

/** Files whose clock begins elsewhere, whose headers are wrong, or that have several tracks. */
export function oddVideos({ ffmpeg, at: path, add }: Maker): void {
  for (const [name, codec] of [
    ['offset.mp4', h264(2)],
    ['offset.mkv', h264(2)],
    ['offset.webm', webm('libvpx-vp9')],
  ] as const) {
    ffmpeg([...raw('25'), ...codec, '-output_ts_offset', '10.5', path(name)])
    add(name, { timeOf: (n) => n / 25 + 10.5, tolerance: 0.0011 })
  }
  ffmpeg([...raw('25'), ...h264(2), '-output_ts_offset', '3600', path('offset.ts')])
  add('offset.ts', { browser: 'refuses' })

  for (const [name, claim] of [
    ['claims-little.mp4', (file: string) => claimSeconds(file, 0.25)],
    ['claims-much.mp4', (file: string) => claimSeconds(file, 50)],
  ] as const) {
    ffmpeg([...raw('25'), ...h264(0), '-use_editlist', '0', path(name)])
    claim(path(name))
    add(name, { browser: 'misled' })
  }
  for (const [name, milliseconds] of [
    ['claims-little.webm', 100],
    ['claims-much.webm', 90_000],
  ] as const) {
    ffmpeg([...raw('25'), ...webm('libvpx'), path(name)])
    claimMilliseconds(path(name), milliseconds)
    add(name, { browser: 'misled' })
  }

  writeFileSync(path('cover.gray'), pictures([4000]))
  const cover = `-f rawvideo -pix_fmt gray -s ${size.width}x${size.height} -i ${path('cover.gray')}`.split(' ')
  const second = [
    '-map',
    '0:v',
    '-map',
    '1:v',
    '-c:v:1',
    'libx264',
    '-pix_fmt:v:1',
    'yuv420p',
    '-g:v:1',
    '12',
    '-bf:v:1',
    '0',
  ]
  ffmpeg([...cover, ...raw('25'), ...second, '-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p', path('cover-first.mp4')])
  // Chromium does not seek in this one.
  add('cover-first.mp4', { browser: 'refuses' })
  ffmpeg([...cover, ...raw('25'), ...second, '-c:v:0', 'png', path('cover-first.mkv')])
  add('cover-first.mkv', { tolerance: 0.0011 })
  const still = '-c:v:0 libx264 -pix_fmt:v:0 yuv420p -disposition:v:0 0 -disposition:v:1 default'.split(' ')
  ffmpeg([...cover, ...raw('25'), ...second, ...still, path('first-disabled.mp4')])
  disableFirstTrack(path('first-disabled.mp4'))
  add('first-disabled.mp4')
}

/** Files of which not every packet gives a picture, or whose packets do not tell the times of all pictures. */
export function brokenVideos({ ffmpeg, at: path, add }: Maker): void {
  const open = '-x264-params open-gop=1:keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0'
  const mpeg2 = '-c:v mpeg2video -q:v 3 -g 12 -bf 2'.split(' ')
  for (const [name, codec] of [
    ['open-gop.mkv', h264(3, open)],
    ['open-gop.mp4', h264(3, open)],
    ['open-gop.ts', h264(3, open)],
    ['open-gop-mpeg2.ts', mpeg2],
  ] as const) {
    ffmpeg([...raw('25'), ...codec, path(name)])
    // Chromium ends with a decode error where it seeks to such a key frame.
    add(name, { browser: 'refuses' })
  }
  // Cut at a key frame without re-encoding: the pictures before it that need earlier ones are lost.
  for (const [name, from, cut] of [
    ['open-gop-cut.mkv', 'open-gop.mkv', 0.6],
    ['open-gop-cut.ts', 'open-gop.ts', 0.6],
    ['open-gop-mpeg2-cut.ts', 'open-gop-mpeg2.ts', 0.6],
  ] as const) {
    ffmpeg(['-noaccurate_seek', '-ss', String(cut), '-i', path(from), '-c', 'copy', '-copyts', path(name)])
    const numbers = decodedNumbers(path(name))
    const isRebased = name.endsWith('.ts')
    const timeOf = (n: number) => (isRebased ? n - numbers[0]! : n) / 25
    add(name, { numbers, timeOf, tolerance: 0.002, browser: 'refuses' })
  }

  for (const [name, codec, damage] of [
    ['damaged.mp4', h264(0), (file: string) => damagePackets(file, [17, 18])],
    ['damaged-b-frames.mp4', h264(2), (file: string) => damagePackets(file, [16, 17, 20])],
    ['damaged-key-frame.mp4', h264(0), (file: string) => damagePackets(file, [0, 12])],
    ['damaged-vp8.webm', webm('libvpx'), (file: string) => damagePackets(file, [25])],
    ['damaged-vp9.webm', webm('libvpx-vp9'), (file: string) => damagePackets(file, [5, 6])],
    ['missing.mkv', h264(0), (file: string) => dropBlocks(file, [15, 16, 30])],
    ['missing-b-frames.mkv', h264(2), (file: string) => dropBlocks(file, [15, 20])],
    ['missing-vp9.webm', webm('libvpx-vp9'), (file: string) => dropBlocks(file, [8, 9])],
  ] as const) {
    ffmpeg([...raw('25'), ...codec, path(name)])
    damage(path(name))
    // Chromium ends with a decode error, or shows what was decoded before.
    add(name, { ...decoded(path(name)), browser: 'refuses' })
  }

  for (const [name, codec] of [
    ['b-frames-mpeg4.avi', '-c:v mpeg4 -q:v 3 -bf 2 -g 12'],
    ['b-frames-xvid.avi', '-c:v libxvid -q:v 3 -bf 2 -g 12'],
    ['plain-mpeg4.avi', '-c:v mpeg4 -q:v 3 -bf 0 -g 12'],
    ['b-frames-h264.avi', h264(2).join(' ')],
    ['mjpeg.avi', '-c:v mjpeg -q:v 3 -pix_fmt yuvj420p'],
    ['prores.mov', '-c:v prores -pix_fmt yuv422p10le'],
    ['hevc.mp4', '-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=12 -pix_fmt yuv420p'],
  ] as const) {
    ffmpeg([...raw('25'), ...codec.split(' '), path(name)])
    // The encoder leaves out pictures, and ffmpeg makes up times that do not begin at 0.
    const { numbers, times } = decoded(path(name))
    const dropped = name === 'b-frames-xvid.avi' && { numbers, times: times.map((time) => time - times[0]!) }
    add(name, { browser: 'refuses', ...dropped })
  }

  // The second half is larger, and in the other file of another shape.
  for (const [name, wide, high] of [
    ['larger-midway', 384, 192],
    ['other-shape-midway', 192, 144],
  ] as const) {
    const half = (frames * allPictures.length) / frames / 2
    const codec = [...h264(0), '-bsf:v', 'h264_mp4toannexb', '-f', 'h264']
    ffmpeg([...raw('25'), ...codec, path('first.h264')], allPictures.subarray(0, half))
    ffmpeg(
      [...raw('25'), '-vf', `scale=${wide}:${high},setsar=1`, ...codec, path('second.h264')],
      allPictures.subarray(half),
    )
    joined(path('both.h264'), path('first.h264'), path('second.h264'))
    ffmpeg(['-r', '25', '-i', path('both.h264'), '-c', 'copy', path(`${name}.ts`)])
    const width = Math.round((size.height * wide) / high)
    const area = { x: (size.width - width) / 2, y: 0, width, height: size.height }
    add(`${name}.ts`, { areaOf: (n) => (n < frames / 2 ? undefined : area), browser: 'refuses', numbers: range(0) })
  }
}

/** Recordings of two halves, one file after the other, whose second half has a clock of its own. */
export function joinedVideos({ ffmpeg, at: path, add }: Maker): void {
  const half = allPictures.length / 2
  for (const [name, codec, begin] of [
    ['joined.ts', h264(2), 0],
    ['joined-later.ts', h264(0), 3600],
    ['joined.mpg', '-c:v mpeg2video -q:v 3 -g 12 -bf 2'.split(' '), 0],
    ['joined-later.mpg', '-c:v mpeg1video -q:v 3 -g 12 -bf 0'.split(' '), 600],
  ] as const) {
    const kind = name.slice(name.lastIndexOf('.'))
    const [first, second] = [path(`first-half${kind}`), path(`second-half${kind}`)]
    ffmpeg([...raw('25'), ...codec, first], allPictures.subarray(0, half))
    ffmpeg([...raw('25'), ...codec, '-output_ts_offset', String(begin), second], allPictures.subarray(half))
    joined(path(name), first, second)
    add(name, { browser: 'refuses' })
  }
}
