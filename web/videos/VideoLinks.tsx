import { Link, useSearchParams } from 'wouter'
import { at, paths } from '../app/paths.js'
import { texts } from '../texts.js'
import classes from './VideoLinks.module.css'

const pages = { watch: paths.video, reading: paths.reading, compare: paths.compare } as const

/** Links to the pages about a video, which keep the frame and the track for the way back. */
export function VideoLinks({ videoId, here }: { videoId: string; here: keyof typeof pages }) {
  const [search] = useSearchParams()
  const place = { frame: search.get('frame') ?? undefined, annotation: search.get('annotation') ?? undefined }
  return (
    <nav className={classes.strip} aria-label={texts.video.pages}>
      {Object.entries(pages).map(([name, path]) => (
        <Link
          key={name}
          href={at(path, { videoId }, place)}
          className={classes.link!}
          {...(name === here && { 'aria-current': 'page' as const })}
        >
          {texts.video[name as keyof typeof pages]}
        </Link>
      ))}
    </nav>
  )
}
