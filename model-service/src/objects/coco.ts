/** A class of the Common Objects in Context data set (COCO, 2017). */
export interface ObjectClass {
  name: string
  /** The WordNet noun of the class, and the number of its sense (1 is the most frequent). */
  noun: string
  sense: number
}

/**
 * Entries of the form `name=noun#sense`, in the order of the detector's class numbers. The noun defaults to the name
 * and the sense to 1.
 */
const words = [
  'person',
  'bicycle',
  'car',
  'motorcycle',
  'airplane',
  'bus',
  'train',
  'truck',
  'boat=vessel#2',
  'traffic light',
  'fire hydrant',
  'stop sign=street sign',
  'parking meter',
  'bench',
  'bird',
  'cat',
  'dog',
  'horse',
  'sheep',
  'cow',
  'elephant',
  'bear',
  'zebra',
  'giraffe',
  'backpack',
  'umbrella',
  'handbag',
  'tie',
  'suitcase',
  'frisbee',
  'skis=ski',
  'snowboard',
  'sports ball=ball',
  'kite=kite#3',
  'baseball bat',
  'baseball glove',
  'skateboard',
  'surfboard',
  'tennis racket',
  'bottle',
  'wine glass=wineglass',
  'cup',
  'fork',
  'knife',
  'spoon',
  'bowl',
  'banana=banana#2',
  'apple',
  'sandwich',
  'orange',
  'broccoli=broccoli#2',
  'carrot',
  'hot dog=hot dog#2',
  'pizza',
  'donut=doughnut#2',
  'cake=cake#3',
  'chair',
  'couch',
  'potted plant=houseplant',
  'bed',
  'dining table',
  'toilet=toilet#2',
  'tv=television#3',
  'laptop',
  'mouse=mouse#4',
  'remote=remote control',
  'keyboard=computer keyboard',
  'cell phone=cellular telephone',
  'microwave=microwave#2',
  'oven',
  'toaster=toaster#2',
  'sink',
  'refrigerator',
  'book=book#2',
  'clock',
  'vase',
  'scissors',
  'teddy bear',
  'hair drier=hair dryer',
  'toothbrush',
]

/** The classes in the order of the detector's class numbers. */
export const objectClasses: readonly ObjectClass[] = words.map((word) => {
  const [name = '', meaning = name] = word.split('=')
  const [noun = '', sense = '1'] = meaning.split('#')
  return { name, noun, sense: Number(sense) }
})
