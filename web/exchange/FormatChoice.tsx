import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ExportVideosDocument, type ExportFormat } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import { formatsOf, isOfOneVideo, type ExportFileName } from './formats.js'

const words = texts.exchange.export

interface Props {
  file: ExportFileName
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
  videoId: string | null
  onVideo: (id: string | null) => void
  /** The project whose videos are offered; all that the user may see without one. */
  projectId: string | undefined
}

/** The format of the file, with what it is for and what it leaves out, and the video of a format for one video. */
export function FormatChoice({ file, format, onFormat, videoId, onVideo, projectId }: Props) {
  const offered = formatsOf(file)
  return (
    <>
      <Select
        label={words.format}
        description={words.formatSays[format]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choicesOf(texts.exchange.prepared.formats).filter(({ value }) => offered.includes(value as ExportFormat))}
        value={format}
        allowDeselect={false}
        onChange={(value) => value && onFormat(value as ExportFormat)}
      />
      {isOfOneVideo(format) && <VideoField value={videoId} onChange={onVideo} projectId={projectId} />}
    </>
  )
}

interface VideoProps {
  value: string | null
  onChange: (id: string | null) => void
  projectId: string | undefined
}

/** A field that finds a video by a part of its name. */
function VideoField({ value, onChange, projectId }: VideoProps) {
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, 250)
  const filter = { search: term || null, projectId: projectId ?? null }
  const { nodes = [] } = usePages(ExportVideosDocument, { filter }, ({ videos }) => videos)
  return (
    <Select
      label={words.video}
      placeholder={words.chooseVideo}
      required
      searchable
      data={nodes.map(({ id, filename }) => ({ value: id, label: filename }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={words.noVideo}
      value={value}
      onChange={onChange}
    />
  )
}
