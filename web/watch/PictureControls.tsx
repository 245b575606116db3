import { Button, Group, Popover, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { labellings, useBoxLooks } from '../annotations/box-looks.js'
import { colourings } from '../annotations/track-colours.js'
import { IconButton } from '../app/IconButton.js'
import { IconAdjust, IconFit, IconZoomIn, IconZoomOut } from '../app/icons.js'
import { texts } from '../texts.js'
import type { PictureView } from '../videos/picture-view.js'

const words = texts.watch
const adjustments = ['brightness', 'contrast'] as const

/** Zoom of the picture, its brightness and contrast, and how its boxes look. */
export function PictureControls({ picture }: { picture: PictureView }) {
  const view = useSyncExternalStore(picture.subscribe, picture.snapshot)
  const [isOpen, setOpen] = useState(false)
  const isAdjusted = adjustments.some((name) => view[name] !== 1)
  return (
    // Inside the element that fills the screen; elements attached to the page would not be visible in full screen.
    <Popover opened={isOpen} onChange={setOpen} withinPortal={false} width={260} position="top" trapFocus>
      <Popover.Target>
        <IconButton
          label={words.adjust}
          icon={IconAdjust}
          variant={isOpen || isAdjusted || view.zoom > 1 ? 'light' : 'default'}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Group gap={6}>
            <IconButton
              label={words.zoomOut}
              icon={IconZoomOut}
              disabled={view.zoom === 1}
              onClick={() => picture.zoomBy(1 / 1.5)}
            />
            <IconButton label={words.zoomIn} icon={IconZoomIn} onClick={() => picture.zoomBy(1.5)} />
            <IconButton label={words.fit} icon={IconFit} disabled={view.zoom === 1} onClick={() => picture.fit()} />
            <Text size="sm">{Math.round(view.zoom * 100)} %</Text>
          </Group>
          {adjustments.map((name) => (
            <div key={name}>
              <Text size="sm">
                {words[name]} {Math.round(view[name] * 100)} %
              </Text>
              <Slider
                min={20}
                max={300}
                step={5}
                label={null}
                value={Math.round(view[name] * 100)}
                thumbLabel={words[name]}
                thumbProps={{ 'aria-valuetext': `${Math.round(view[name] * 100)} %` }}
                onChange={(percent) => picture.adjust({ [name]: percent / 100 })}
              />
            </div>
          ))}
          <Button size="xs" variant="default" disabled={!isAdjusted} onClick={() => picture.reset()}>
            {words.resetPicture}
          </Button>
          <Boxes />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The colours of the boxes, and which of them are labelled. */
function Boxes() {
  const [{ colouring, labelling }, change] = useBoxLooks()
  return (
    <>
      <div>
        <Text size="sm">{words.colouring}</Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={words.colouring}
          value={colouring}
          data={colourings.map((value) => ({ value, label: words.colourings[value] }))}
          onChange={(next) => change({ colouring: colourings.find((one) => one === next)! })}
        />
      </div>
      <div>
        <Text size="sm">{words.labelling}</Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={words.labelling}
          value={labelling}
          data={labellings.map((value) => ({ value, label: words.labellings[value] }))}
          onChange={(next) => change({ labelling: labellings.find((one) => one === next)! })}
        />
      </div>
    </>
  )
}
