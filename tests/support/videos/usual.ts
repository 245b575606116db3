import { letLastPictureLast, setMatrix, withoutDefaultDuration } from './bytes.js'
import { at, decodedNumbers, h264, range, raw, webm, type Maker } from './numbered.js'
import { size } from './pictures.js'

/** Files as cameras and editors write them: rates, variable rates, B-frames, edit lists, late starts. */
export function usualVideos({ ffmpeg, at: path, add }: Maker): void {
  const rates = { '2997': '30000/1001', '23976': '24000/1001', '25': '25', '5994': '60000/1001', '125': '12.5' }
  for (const [word, rate] of Object.entries(rates)) {
    const [numerator, denominator = 1] = rate.split('/').map(Number)
    const timeOf = at(numerator! / denominator)
    const codecs = {
      [`plain-${word}.mp4`]: h264(0),
      [`b-frames-${word}.mp4`]: h264(3),
      [`vp${word === '25' ? 8 : 9}-${word}.webm`]: webm(word === '25' ? 'libvpx' : 'libvpx-vp9'),
    }
    for (const [name, codec] of Object.entries(codecs)) {
      ffmpeg([...raw(rate), ...codec, path(name)])
      add(name, { timeOf })
    }
  }

  // ffmpeg expressions for when frame N is shown, in seconds.
  const times = {
    uneven: [
      '(N+0.37*mod(N*7,5)/5+floor(N/10)*3)/25',
      (n: number) => (n + (0.37 * ((n * 7) % 5)) / 5 + Math.floor(n / 10) * 3) / 25,
    ],
    slower: ['(N*N/90+N)/30', (n: number) => ((n * n) / 90 + n) / 30],
    still: ['(N+floor(N/8)*25)/30', (n: number) => (n + Math.floor(n / 8) * 25) / 30],
    rare: ['N*2', (n: number) => n * 2],
  } as const
  for (const [word, [time, timeOf]] of Object.entries(times)) {
    const placed = ['-vf', `settb=1/90000,setpts='${time}/TB'`, '-vsync', '0', '-enc_time_base', '1:90000']
    const fine = ['-video_track_timescale', '90000']
    ffmpeg([...raw('25'), ...placed, ...h264(0), ...fine, path(`${word}.mp4`)])
    letLastPictureLast(path(`${word}.mp4`))
    // Some versions of ffmpeg write an edit list that leaves out the last picture.
    add(`${word}.mp4`, { timeOf, numbers: decodedNumbers(path(`${word}.mp4`)) })
    if (word === 'uneven') {
      ffmpeg([...raw('25'), ...placed, ...webm('libvpx'), path('uneven.webm')])
      withoutDefaultDuration(path('uneven.webm'))
      add('uneven.webm', { timeOf, browser: 'misled' })
    }
    if (word === 'slower') {
      ffmpeg([...raw('25'), ...placed, ...h264(2), ...fine, path('b-frames-slower.mp4')])
      add('b-frames-slower.mp4', { timeOf, numbers: decodedNumbers(path('b-frames-slower.mp4')), browser: 'misled' })
    }
  }

  // Cut without re-encoding: the stream begins at a keyframe before the cut, and an edit list skips to the cut.
  ffmpeg(['-ss', '0.7', '-i', path('b-frames-2997.mp4'), '-c', 'copy', path('cut-b-frames.mp4')])
  add('cut-b-frames.mp4', { numbers: range(21), timeOf: (n) => (n * 1001) / 30_000 - 0.7, tolerance: 0.002 })
  ffmpeg(['-ss', '0.7', '-i', path('plain-25.mp4'), '-c', 'copy', path('cut.mp4')])
  add('cut.mp4', { numbers: range(18), timeOf: (n) => (n - 18) / 25 })

  const sound = '-f lavfi -i sine=d=2 -map 0:v -map 1:a -c:v copy'.split(' ')
  ffmpeg([
    '-itsoffset',
    '0.3',
    '-i',
    path('b-frames-25.mp4'),
    ...sound,
    '-c:a',
    'aac',
    '-strict',
    '-2',
    path('late.mp4'),
  ])
  ffmpeg(['-itsoffset', '0.3', '-i', path('vp8-25.webm'), ...sound, '-c:a', 'libvorbis', path('late.webm')])
  // The sound of the WebM begins 3 ms before 0, by which ffmpeg delays all of it.
  for (const [name, late] of [
    ['late.mp4', 0.3],
    ['late.webm', 0.303],
  ] as const)
    add(name, { timeOf: (n) => n / 25 + late })
  const fragments = ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov']
  ffmpeg(['-i', path('plain-2997.mp4'), ...fragments, path('fragmented.mp4')])
  add('fragmented.mp4', { timeOf: at(30_000 / 1001) })
  // Without an edit list the pictures are late by those that are decoded ahead.
  ffmpeg(['-i', path('b-frames-25.mp4'), ...fragments, path('fragmented-b-frames.mp4')])
  add('fragmented-b-frames.mp4', { timeOf: (n) => n / 25 + 0.08, browser: 'misled' })
}

/** Pixels that are not square, turned and mirrored pictures. What is displayed is the same picture in all of them. */
export function shapedVideos({ ffmpeg, at: path, add }: Maker): void {
  const stored = (width: number, height: number, aspect: string) => ['-vf', `scale=${width}:${height},setsar=${aspect}`]
  for (const [name, width, height, aspect] of [
    ['wide-16-11.mp4', 132, 96, '16/11'],
    ['wide-16-11.mkv', 132, 96, '16/11'],
    ['wide-4-3.webm', 144, 96, '4/3'],
    ['tall-8-9.mp4', 192, 84, '8/9'],
    ['tall-16-9.mpg', 192, 96, '8/9'],
  ] as const) {
    const codec = { webm: webm('libvpx-vp9'), mpg: '-c:v mpeg2video -q:v 3 -g 12'.split(' ') }[name.split('.')[1]!]
    ffmpeg([...raw('25'), ...stored(width, height, aspect), ...(codec ?? h264(0)), path(name)])
    // 84 * 9 / 8 is 94.5, which browsers round up, and MPEG-2 knows 16:9 but not 8:9.
    const said = { 'tall-8-9.mp4': { height: 95 }, 'tall-16-9.mpg': { height: 108 } }[name as string]
    add(name, { ...said, ...(name.endsWith('.mpg') && { browser: 'refuses', tolerance: 0.001 }) })
  }

  /** The filters that undo what the matrix (a, b, c, d) tells players to do. */
  const turns = {
    'turned-90': [[0, 1, -1, 0], 'transpose=cclock', 90, false],
    'turned-180': [[-1, 0, 0, -1], 'hflip,vflip', 180, false],
    'turned-270': [[0, -1, 1, 0], 'transpose=clock', 270, false],
    mirrored: [[-1, 0, 0, 1], 'hflip', 0, true],
    'upside-down': [[1, 0, 0, -1], 'vflip', 180, true],
    'mirrored-90': [[0, 1, 1, 0], 'transpose=cclock_flip', 90, true],
    'mirrored-270': [[0, -1, -1, 0], 'transpose=clock_flip', 270, true],
  } as const
  for (const [name, [matrix, undone, rotation, mirrored]] of Object.entries(turns)) {
    ffmpeg([...raw('25'), '-vf', undone, ...h264(3), path(`${name}.mp4`)])
    setMatrix(path(`${name}.mp4`), matrix)
    add(`${name}.mp4`, { rotation, mirrored })
  }
  ffmpeg([...raw('25'), '-vf', 'scale=132:96,transpose=cclock,setsar=11/16', ...h264(0), path('wide-turned.mp4')])
  setMatrix(path('wide-turned.mp4'), [0, 1, -1, 0])
  add('wide-turned.mp4', { rotation: 90, ...size })
}
