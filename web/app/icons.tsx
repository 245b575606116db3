import {
  AllSidesIcon,
  BoxModelIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  CounterClockwiseClockIcon,
  Cross2Icon,
  DotsHorizontalIcon,
  DoubleArrowLeftIcon,
  DoubleArrowRightIcon,
  EnterFullScreenIcon,
  EyeNoneIcon,
  EyeOpenIcon,
  GlobeIcon,
  Half2Icon,
  ImageIcon,
  LockClosedIcon,
  LockOpen1Icon,
  MagicWandIcon,
  MixerHorizontalIcon,
  PauseIcon,
  PlayIcon,
  ResetIcon,
  ScissorsIcon,
  SpeakerLoudIcon,
  SpeakerOffIcon,
  StopwatchIcon,
  TargetIcon,
  TrackNextIcon,
  TrackPreviousIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '@radix-ui/react-icons'
import type { ComponentType, SVGAttributes } from 'react'
import { drawn } from './frame-icons.js'

interface IconProps extends Omit<SVGAttributes<SVGElement>, 'children'> {
  /** Width and height in pixels. */
  size?: number
}

export type Icon = ComponentType<IconProps>

/** Returns a square icon, hidden from screen readers: the text or label beside it carries its meaning. */
function square(Drawn: typeof PlayIcon, style?: IconProps['style']): Icon {
  return function Square({ size = 18, ...rest }: IconProps) {
    return <Drawn width={size} height={size} aria-hidden style={style} {...rest} />
  }
}

export const IconAdjust = square(Half2Icon)
export const IconArrowBackUp = square(ResetIcon)
export const IconArrowForwardUp = square(ResetIcon, { transform: 'scaleX(-1)' })
export const IconBoxCentred = square(BoxModelIcon)
export const IconCheck = square(CheckIcon)
export const IconChevronDown = square(ChevronDownIcon)
export const IconChevronRight = square(ChevronRightIcon)
export const IconCross = square(Cross2Icon)
export const IconDots = square(DotsHorizontalIcon)
export const IconEye = square(EyeOpenIcon)
export const IconEyeOff = square(EyeNoneIcon)
export const IconFilter = square(MixerHorizontalIcon)
export const IconFit = square(AllSidesIcon)
export const IconFollow = square(MagicWandIcon)
export const IconFullscreen = square(EnterFullScreenIcon)
export const IconHistory = square(CounterClockwiseClockIcon)
export const IconIsolate = square(TargetIcon)
export const IconLock = square(LockClosedIcon)
export const IconLockOpen = square(LockOpen1Icon)
export const IconNext = square(DoubleArrowRightIcon)
export const IconPictures = square(ImageIcon)
export const IconPlayerPause = square(PauseIcon)
export const IconPlayerPlay = square(PlayIcon)
export const IconPlayerSkipBack = square(TrackPreviousIcon)
export const IconPlayerSkipForward = square(TrackNextIcon)
export const IconPrevious = square(DoubleArrowLeftIcon)
export const IconSplit = square(ScissorsIcon)
export const IconTime = square(StopwatchIcon)
export const IconVolume = square(SpeakerLoudIcon)
export const IconVolumeOff = square(SpeakerOffIcon)
export const IconWorldObject = square(GlobeIcon)
export const IconZoomIn = square(ZoomInIcon)
export const IconZoomOut = square(ZoomOutIcon)

export const IconKeyframeAdd = drawn('m12 3.5 8.5 8.5-8.5 8.5L3.5 12zM12 8.8v6.4M8.8 12h6.4')
export const IconKeyframeRemove = drawn('m12 3.5 8.5 8.5-8.5 8.5L3.5 12zM8.8 12h6.4')
export const IconKeyframePrevious = drawn('m15.5 6 6 6-6 6-6-6zM6 8l-4 4 4 4')
export const IconKeyframeNext = drawn('m8.5 6 6 6-6 6-6-6zM18 8l4 4-4 4')

export { IconSearch, IconShare } from './frame-icons.js'
