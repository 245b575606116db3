/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a detection found, or a part of it, to be kept as annotations. */
export type AdoptDetectionsInput = {
  /** At most 500 frames and 10,000 boxes. */
  frames: Array<AdoptedFrameInput>;
  /** Label of all of them; each what it was taken for if absent. */
  label?: string | null | undefined;
  /** What kind of world object the labels name. */
  linkType?: LinkType | null | undefined;
  /** The persona; required for the type `type`. */
  personaId?: string | number | null | undefined;
  /** Project to put them into; that of their persona when absent. */
  projectId?: string | number | null | undefined;
  /** type, object or another word of at most 50 characters. */
  type: string;
  /** Pixels of the video as displayed, as detectObjects answers them. */
  videoHeight: number;
  /** The video. */
  videoId: string | number;
  /** Pixels of the video as displayed, as detectObjects answers them. */
  videoWidth: number;
};

/** Something found in a frame, as detectObjects answers it. */
export type AdoptedDetectionInput = {
  /** Where it is, in shares of the picture. */
  boundingBox: RectangleInput;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** What it was taken for. */
  label: string;
  /** Boxes with the same one become one annotation. */
  trackId?: string | null | undefined;
};

/** What was found in a frame. */
export type AdoptedFrameInput = {
  /** What of it is kept. */
  detections: Array<AdoptedDetectionInput>;
  /** Counted from 0. */
  frameNumber: number;
};

/** Annotations that assign a type, or link an object. */
export type AnnotationKind =
  | 'OBJECT'
  | 'TYPE';

/** The type that a persona gives to an object. */
export type AssignedTypeInput = {
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** Key of the entity type, in the stored form. */
  entityTypeId?: string | number | null | undefined;
  /** Key of the event type, in interpretations. */
  eventTypeId?: string | number | null | undefined;
  /** Why. */
  justification?: string | null | undefined;
  /** In interpretations: who takes part as what. */
  participants?: Array<ParticipantInput> | null | undefined;
  /** The persona. */
  personaId?: string | number | null | undefined;
  /** Key of the type. */
  typeId?: string | number | null | undefined;
  /** Name of the type. */
  typeName?: string | null | undefined;
};

/** A point; degrees and metres for GPS, else in the units of its system. */
export type CoordinatesInput = {
  /** Metres. */
  altitude?: number | null | undefined;
  /** Degrees north. */
  latitude?: number | null | undefined;
  /** Degrees east. */
  longitude?: number | null | undefined;
  /** First axis. */
  x?: number | null | undefined;
  /** Second axis. */
  y?: number | null | undefined;
  /** Third axis. */
  z?: number | null | undefined;
};

/** A new annotation. */
export type CreateAnnotationInput = {
  /** 0 to 1; 1 by default. */
  confidence?: number | null | undefined;
  /** The bounding-box sequence. */
  frames: Record<string, unknown>;
  /** Id of a type or of a world object, or plain words. */
  label: string;
  /** What kind of world object the label names. */
  linkType?: LinkType | null | undefined;
  /** The persona; required for the type `type`. */
  personaId?: string | number | null | undefined;
  /** Project to put it into; that of its persona when absent. */
  projectId?: string | number | null | undefined;
  /** manual by default. */
  source?: string | null | undefined;
  /** type, object or another word of at most 50 characters. */
  type: string;
  /** The video. */
  videoId: string | number;
};

/** A key to store. */
export type CreateApiKeyInput = {
  /** The key. */
  key: string;
  /** Name to show. */
  keyName: string;
  /** Such as anthropic, openai or google; at most one key of each. */
  provider: string;
  /** Into the shared pool; for administrators. */
  shared?: boolean | null | undefined;
};

/** A new claim of a summary. */
export type CreateClaimInput = {
  /** speech, non-speech. */
  audio?: Array<string> | null | undefined;
  /** World event it is about. */
  claimEventId?: string | number | null | undefined;
  /** World location it is about. */
  claimLocationId?: string | number | null | undefined;
  /** How it is claimed. */
  claimRelation?: Array<Record<string, unknown>> | null | undefined;
  /** World time it is about. */
  claimTimeId?: string | number | null | undefined;
  /** Who claims it. */
  claimerGloss?: Array<Record<string, unknown>> | null | undefined;
  /** Kind of the one who claims it. */
  claimerType?: string | null | undefined;
  /** Remark. */
  comment?: string | null | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}. */
  evidence?: Array<Record<string, unknown>> | null | undefined;
  /** `manual` when absent. */
  extractionStrategy?: string | null | undefined;
  /** Rich text. */
  gloss?: Array<Record<string, unknown>> | null | undefined;
  /** text, non-text. */
  metadata?: Array<string> | null | undefined;
  /** Model that extracted it. */
  modelUsed?: string | null | undefined;
  /** A claim of the same summary to stand below. */
  parentClaimId?: string | number | null | undefined;
  /** The summary. */
  summaryId: string | number;
  /** video or collection; video when absent. */
  summaryType?: string | null | undefined;
  /** Plain text, not blank. */
  text: string;
  /** Where in the summary text it stands: {sentenceIndex, charStart, charEnd}. */
  textSpans?: Array<Record<string, unknown>> | null | undefined;
  /** text, non-text. */
  video?: Array<string> | null | undefined;
};

/** A relation between two claims. */
export type CreateClaimRelationInput = {
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** Remark. */
  notes?: string | null | undefined;
  /** A relation type of the ontology, or a free word. */
  relationTypeId: string;
  /** The claim it starts from. */
  sourceClaimId: string | number;
  /** Stretches of the source. */
  sourceSpans?: Array<Record<string, unknown>> | null | undefined;
  /** The claim it points to. */
  targetClaimId: string | number;
  /** Stretches of the target. */
  targetSpans?: Array<Record<string, unknown>> | null | undefined;
};

/** A new row of the permission table. */
export type CreatePermissionInput = {
  /** create, read, update, delete, share, export, assign, manage_members, fork, review or manage. */
  action: string;
  /** Only with rows of their own. */
  ownOnly?: boolean | null | undefined;
  /** annotation, summary, claim, persona, world_state, video, project, group or user. */
  resourceType: string;
  /** A role of the scope. */
  role: string;
  /** system, group or project. */
  scope: string;
};

/** A new persona. */
export type CreatePersonaInput = {
  /** Anything more. */
  details?: string | null | undefined;
  /** Leave it out of lists. */
  hidden?: boolean | null | undefined;
  /** What the analyst wants to know, not empty. */
  informationNeed: string;
  /** Only administrators can set it; false otherwise. */
  isSystemGenerated?: boolean | null | undefined;
  /** Name to show, not empty. */
  name: string;
  /** Project that shares it. */
  projectId?: string | number | null | undefined;
  /** What the analyst is, not empty. */
  role: string;
};

/** A new project. */
export type CreateProjectInput = {
  /** What the project is for. */
  description?: string | null | undefined;
  /** Name to show, not empty. */
  name: string;
  /** The group that owns it; the caller must be its admin or owner. */
  ownerGroupId?: string | number | null | undefined;
  /** The account that owns it: the own one, or any for administrators. */
  ownerUserId?: string | number | null | undefined;
  /** Settings of front ends. */
  settings?: Record<string, unknown> | null | undefined;
  /** Lower-case words joined by hyphens, at most 100 characters, unique. */
  slug: string;
};

/** A new account, made by an administrator. */
export type CreateUserInput = {
  /** Name to show. */
  displayName: string;
  /** E-mail address, unique. */
  email?: string | null | undefined;
  /** Whether it administers the server. */
  isAdmin?: boolean | null | undefined;
  /** At least 6 characters. */
  password: string;
  /** The same in other words; must agree with isAdmin. */
  systemRole?: SystemRole | null | undefined;
  /** Unique, not blank. */
  username: string;
};

/** The annotation to delete. */
export type DeleteAnnotationInput = {
  /** The annotation. */
  id: string | number;
  /** The video that it is in. */
  videoId: string | number;
};

/** A stored key to remove. */
export type DeleteApiKeyInput = {
  /** The stored key. */
  id: string | number;
  /** One of the shared pool; for administrators. */
  shared?: boolean | null | undefined;
};

/** The type to delete. */
export type DeleteOntologyTypeInput = {
  /** Id inside the ontology. */
  key: string | number;
  /** Which of the four arrays it stands in. */
  kind: OntologyTypeKind;
  /** The persona whose type it is. */
  personaId: string | number;
};

/** A row of the permission table to remove. */
export type DeletePermissionInput = {
  /** The row. */
  id: string | number;
};

/** What to look for, and where. */
export type DetectObjectsInput = {
  /** 0 to 1; 0.3 when absent. */
  confidenceThreshold?: number | null | undefined;
  /** Whether to follow things over frames; false when absent. */
  enableTracking?: boolean | null | undefined;
  /** One frame, counted from 0. */
  frame?: number | null | undefined;
  /** At most 500 frames; the first, middle and last when no frame is given. */
  frameNumbers?: Array<number> | null | undefined;
  /** The query itself; needed where no persona is given. */
  manualQuery?: string | null | undefined;
  /** Persona whose vocabulary makes the query. */
  personaId?: string | number | null | undefined;
  /** includeEntityTypes (true), includeEntityGlosses, includeEventTypes and so on: what of the vocabulary goes in. */
  queryOptions?: Record<string, unknown> | null | undefined;
  /** The video. */
  videoId: string | number;
};

/** Entities that belong together. */
export type EntityCollectionInput = {
  /** What they have in common, as it was sent. */
  aggregateProperties?: unknown;
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** What holds them together; exports say group where nothing is said. */
  collectionType?: string | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Keys of its entities. */
  entityIds?: Array<string | number> | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** The same under its older name. */
  semanticRelation?: string | null | undefined;
  /** The types that personas give it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

/** A person, a thing or, with a locationType, a place. */
export type EntityInput = {
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** The corners of a place. */
  boundary?: Array<CoordinatesInput> | null | undefined;
  /** The area in which a place lies. */
  boundingBox?: GeographicBoundsInput | null | undefined;
  /** GPS, cartesian or relative. */
  coordinateSystem?: string | null | undefined;
  /** Where a place is. */
  coordinates?: CoordinatesInput | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Where it was imported from. */
  importedFrom?: string | null | undefined;
  /** Id in an external knowledge base. */
  kbId?: string | null | undefined;
  /** Page of that id. */
  kbUrl?: string | null | undefined;
  /** point or extent: makes it a place. */
  locationType?: string | null | undefined;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** Kind of thing, in a word. */
  type?: string | null | undefined;
  /** The types that personas give it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

/** Events that belong together. */
export type EventCollectionInput = {
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** What holds them together; exports say sequence where nothing is said. */
  collectionType?: string | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Keys of its events. */
  eventIds?: Array<string | number> | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** The same under its older name. */
  semanticRelation?: string | null | undefined;
  /** How they are put together, as it was sent. */
  structure?: unknown;
  /** Key of the collection of times at which they happen. */
  timeCollectionId?: string | number | null | undefined;
  /** The types that personas give it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

/** Something that happens. */
export type EventInput = {
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Key of the time at which it ends. */
  endTime?: string | number | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Where it was imported from. */
  importedFrom?: string | null | undefined;
  /** Id in an external knowledge base. */
  kbId?: string | null | undefined;
  /** Page of that id. */
  kbUrl?: string | null | undefined;
  /** Key of the place. */
  location?: string | number | null | undefined;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** Keys of those who take part. */
  participants?: Array<string | number> | null | undefined;
  /** The event types that personas see in it. */
  personaInterpretations?: Array<AssignedTypeInput> | null | undefined;
  /** Key of the time at which it starts. */
  startTime?: string | number | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

/** Which annotations an export has; absent means all. */
export type ExportFilter = {
  /** Of these kinds. */
  annotationTypes?: Array<AnnotationKind> | null | undefined;
  /** Also boxes between keyframes. */
  includeInterpolated?: boolean | null | undefined;
  /** Also boxes on frames where nothing is visible. */
  includeInvisible?: boolean | null | undefined;
  /** Of these personas. */
  personaIds?: Array<string | number> | null | undefined;
  /** On these videos. */
  videoIds?: Array<string | number> | null | undefined;
};

/** How a model is to find claims in a summary. */
export type ExtractClaimsInput = {
  /** Tell the model what is annotated. */
  includeAnnotations?: boolean | null | undefined;
  /** Tell the model the persona's types. */
  includeOntology?: boolean | null | undefined;
  /** 1 to 200; 50 when absent. */
  maxClaims?: number | null | undefined;
  /** 0 to 1; 0.5 when absent. */
  minConfidence?: number | null | undefined;
  /** names-only (when absent), names-and-glosses or full. */
  ontologyDepth?: string | null | undefined;
  /** sentence-based (when absent), semantic-units or hierarchical. */
  strategy?: string | null | undefined;
  /** The summary. */
  summaryId: string | number;
};

/** How picture and sound are put together. */
export type FusionStrategy =
  | 'HYBRID'
  | 'NATIVE_MULTIMODAL'
  | 'SEQUENTIAL'
  | 'TIMESTAMP_ALIGNED';

/** The edges of an area, in degrees and metres. */
export type GeographicBoundsInput = {
  /** Upper edge. */
  maxAltitude?: number | null | undefined;
  /** Northern edge. */
  maxLatitude?: number | null | undefined;
  /** Eastern edge. */
  maxLongitude?: number | null | undefined;
  /** Lower edge. */
  minAltitude?: number | null | undefined;
  /** Southern edge. */
  minLatitude?: number | null | undefined;
  /** Western edge. */
  minLongitude?: number | null | undefined;
};

/** A piece of rich text. */
export type GlossItemInput = {
  /** The text, or the id of what it refers to. */
  content: string;
  /** Claim referred to. */
  refClaimId?: string | number | null | undefined;
  /** Persona whose type is referred to. */
  refPersonaId?: string | number | null | undefined;
  /** Kind of the type or object referred to. */
  refType?: string | null | undefined;
  /** text, typeRef, objectRef, annotationRef or claimRef. */
  type: string;
};

/** Which kind of work a job is. */
export type JobQueue =
  | 'ASSIGNMENT_RULES'
  | 'CLAIM_EXTRACTION'
  | 'CLAIM_SYNTHESIS'
  | 'OBJECT_TRACKING'
  | 'VIDEO_PROBING'
  | 'VIDEO_SUMMARIZATION';

/** How far a job is; completed and failed never change. */
export type JobStatus =
  | 'ACTIVE'
  | 'COMPLETED'
  | 'DELAYED'
  | 'FAILED'
  | 'QUEUED';

/** A keyframe to set; what is absent stays as it is on that frame. */
export type KeyframeInput = {
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** Counted from 0. */
  frameNumber: number;
  /** Pixels, above 0. */
  height: number;
  /** False opens a gap that lasts to the next visible keyframe. */
  visible?: boolean | null | undefined;
  /** Pixels, above 0. */
  width: number;
  /** Left edge in pixels. */
  x: number;
  /** Upper edge in pixels. */
  y: number;
};

/** What kind of world object a label names. */
export type LinkType =
  | 'ENTITY'
  | 'ENTITY_COLLECTION'
  | 'EVENT'
  | 'EVENT_COLLECTION'
  | 'LOCATION'
  | 'TIME'
  | 'TIME_COLLECTION';

/** Credentials. */
export type LoginInput = {
  /** Its password. */
  password: string;
  /** Keep the session for at least 30 days. */
  rememberMe?: boolean | null | undefined;
  /** Name of the account. */
  username: string;
};

/** The arrays of an ontology, typed. */
export type OntologyArraysInput = {
  /** Types of people, things and places. */
  entities?: Array<OntologyTypeInput> | null | undefined;
  /** Types of what happens. */
  events?: Array<OntologyTypeInput> | null | undefined;
  /** Types of relations. */
  relationTypes?: Array<OntologyTypeInput> | null | undefined;
  /** Roles in events. */
  roles?: Array<OntologyTypeInput> | null | undefined;
};

/** A type of an ontology. */
export type OntologyTypeInput = {
  /** Properties that things of this type have. */
  attributes?: Array<TypeAttributeInput> | null | undefined;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** Colour to show it in. */
  color?: string | null | undefined;
  /** What must hold of things of this type, as it was sent. */
  constraints?: unknown;
  /** What it stands for, in plain text. */
  definition?: string | null | undefined;
  /** More about it. */
  description?: string | null | undefined;
  /** Examples in words. */
  examples?: Array<string> | null | undefined;
  /** What it stands for, in rich text; the definition where there is no other. */
  gloss?: Array<GlossItemInput> | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Where it was imported from. */
  importedFrom?: string | null | undefined;
  /** Id in an external knowledge base. */
  kbId?: string | null | undefined;
  /** Page of that id. */
  kbUrl?: string | null | undefined;
  /** Name to show. */
  name: string;
  /** Key of the more general type. */
  parentTypeId?: string | number | null | undefined;
  /** Of an event type: keys of the roles in it. */
  roles?: Array<string | number> | null | undefined;
  /** Of a relation type: what it starts from, such as entity. */
  sourceType?: string | null | undefined;
  /** Of a relation type: all that it may start from. */
  sourceTypes?: Array<string> | null | undefined;
  /** Of a relation type: what it points to. */
  targetType?: string | null | undefined;
  /** Of a relation type: all that it may point to. */
  targetTypes?: Array<string> | null | undefined;
};

/** The four arrays of an ontology. */
export type OntologyTypeKind =
  | 'ENTITY'
  | 'EVENT'
  | 'RELATION'
  | 'ROLE';

/** An entity in a role. */
export type ParticipantInput = {
  /** Key of the entity. */
  entityId?: string | number | null | undefined;
  /** Key of the role in the ontology of the persona. */
  roleTypeId?: string | number | null | undefined;
};

/** Changes of single frames of a sequence; each frame at most once, at most 1,000 of either. */
export type PatchSequenceInput = {
  /** Frames whose stored boxes go. */
  delete?: Array<number> | null | undefined;
  /** The annotation. */
  id: string | number;
  /** Refuse the change unless the annotation is at this version. */
  ifVersion?: number | null | undefined;
  /** Keyframes to set. */
  upsert?: Array<KeyframeInput> | null | undefined;
};

/** Somebody and the role to have in a project. */
export type ProjectMemberInput = {
  /** The project. */
  projectId: string | number;
  /** Any role but PROJECT_OWNER. */
  role: ProjectRole;
  /** The account. */
  userId: string | number;
};

/** What somebody is in a project. */
export type ProjectRole =
  | 'ANNOTATOR'
  | 'PROJECT_MANAGER'
  | 'PROJECT_OWNER'
  | 'REVIEWER'
  | 'VIEWER';

/** A rectangle in a picture. */
export type RectangleInput = {
  /** Height, above 0. */
  height: number;
  /** Width, above 0. */
  width: number;
  /** Left edge. */
  x: number;
  /** Upper edge. */
  y: number;
};

/** A new account. */
export type RegisterInput = {
  /** Name to show. */
  displayName: string;
  /** E-mail address, unique; none when absent, null or empty. */
  email?: string | null | undefined;
  /** At least 8 characters. */
  password: string;
  /** 3 to 50 characters, unique. */
  username: string;
};

/** A member to take out of a project. */
export type RemoveProjectMemberInput = {
  /** The project. */
  projectId: string | number;
  /** The account; the own one to leave. */
  userId: string | number;
};

/** What a model is asked to summarize, and how. */
export type RequestSummaryInput = {
  /** Language code; found out when absent. */
  audioLanguage?: string | null | undefined;
  /** Handed to the audio model. */
  audioOverrides?: Record<string, unknown> | null | undefined;
  /** Listen as well. */
  enableAudio?: boolean | null | undefined;
  /** Tell speakers apart. */
  enableSpeakerDiarization?: boolean | null | undefined;
  /** Frames a second, 1 to 10; 1 when absent. */
  frameSampleRate?: number | null | undefined;
  /** SEQUENTIAL when absent. */
  fusionStrategy?: FusionStrategy | null | undefined;
  /** Handed to the picture model. */
  generationOverrides?: Record<string, unknown> | null | undefined;
  /** 1 to 100; 30 when absent. */
  maxFrames?: number | null | undefined;
  /** The persona that asks. */
  personaId: string | number;
  /** The video. */
  videoId: string | number;
};

/** A session to end. */
export type RevokeSessionInput = {
  /** Act as administrator, on anybody's session. */
  asAdministrator?: boolean | null | undefined;
  /** The session. */
  id: string | number;
};

/** A summary of a pair of video and persona: made, or given fields overwritten. */
export type SaveSummaryInput = {
  /** Language of the speech. */
  audioLanguage?: string | null | undefined;
  /** Model that listened. */
  audioModelUsed?: string | null | undefined;
  /** What is said. */
  audioTranscript?: string | null | undefined;
  /** When its claims were extracted. */
  claimsExtractedAt?: string | null | undefined;
  /** Version of the form of its claims. */
  claimsVersion?: string | null | undefined;
  /** Remark of a person. */
  comment?: string | null | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}. */
  evidence?: Array<Record<string, unknown>> | null | undefined;
  /** How picture and sound were put together. */
  fusionStrategy?: string | null | undefined;
  /** Items {frame_number, timestamp, description, confidence}. */
  keyFrames?: Array<Record<string, unknown>> | null | undefined;
  /** Refuse to overwrite: the pair must have no summary yet. */
  onlyNew?: boolean | null | undefined;
  /** The persona. */
  personaId: string | number;
  /** When the sound was processed. */
  processedAtAudio?: string | null | undefined;
  /** When both were put together. */
  processedAtFusion?: string | null | undefined;
  /** When the picture was processed. */
  processedAtVisual?: string | null | undefined;
  /** Seconds. */
  processingTimeAudio?: number | null | undefined;
  /** Seconds. */
  processingTimeFusion?: number | null | undefined;
  /** Seconds. */
  processingTimeVisual?: number | null | undefined;
  /** Project to put it into; that of the persona when absent. */
  projectId?: string | number | null | undefined;
  /** How many speak. */
  speakerCount?: number | null | undefined;
  /** A string or rich text. */
  summary: unknown;
  /** Segments and language. */
  transcriptJson?: Record<string, unknown> | null | undefined;
  /** The video. */
  videoId: string | number;
  /** What is seen. */
  visualAnalysis?: string | null | undefined;
  /** Model that watched. */
  visualModelUsed?: string | null | undefined;
};

/** Which model is to do a task. */
export type SelectModelInput = {
  /** Name of one of its options. */
  modelName: string;
  /** Such as object_detection. */
  taskType: string;
};

/** What a recipient may do. */
export type SharePermission =
  | 'FORKABLE'
  | 'READ_ONLY';

/** Who gets to read what. */
export type ShareResourceInput = {
  /** When it stops to count; never when absent. */
  expiresAt?: string | null | undefined;
  /** READ_ONLY when absent. */
  permissionLevel?: SharePermission | null | undefined;
  /** Id of the resource. */
  resourceId: string | number;
  /** Kind of the resource. */
  resourceType: SharedResourceType;
  /** The group to share with; either this or a user. */
  sharedWithGroupId?: string | number | null | undefined;
  /** The user to share with; either this or a group. */
  sharedWithUserId?: string | number | null | undefined;
};

/** What can be shared. */
export type SharedResourceType =
  | 'ANNOTATION'
  | 'CLAIM'
  | 'PERSONA'
  | 'SUMMARY'
  | 'WORLD_STATE';

/** What an account may do beyond its own content. */
export type SystemRole =
  | 'SYSTEM_ADMIN'
  | 'USER';

/** Between which moments a vague time lies. */
export type TimeBoundsInput = {
  /** Not before. */
  earliest?: string | null | undefined;
  /** Not after. */
  latest?: string | null | undefined;
  /** Most likely. */
  typical?: string | null | undefined;
};

/** Times that belong together. */
export type TimeCollectionInput = {
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** What holds them together; exports say periodic where nothing is said. */
  collectionType?: string | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** In which cycle they stand, as it was sent. */
  cycle?: unknown;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** How usual they are, as it was sent. */
  habituality?: unknown;
  /** Its key, unique in its array. */
  id: string | number;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** How they follow each other, in a word. */
  pattern?: string | null | undefined;
  /** How they repeat, as it was sent. */
  recurrence?: unknown;
  /** The same under its older name. */
  semanticRelation?: string | null | undefined;
  /** Keys of its times. */
  timeIds?: Array<string | number> | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

/** A time that is told from another. */
export type TimeDeixisInput = {
  /** Key of the time from which it is told. */
  anchorTime?: string | number | null | undefined;
  /** From what it is told. */
  anchorType?: string | null | undefined;
  /** Such as two days later. */
  expression?: string | null | undefined;
};

/** A moment or an interval. */
export type TimeObjectInput = {
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** 0 to 1. */
  certainty?: number | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** From which other time it is told. */
  deictic?: TimeDeixisInput | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Where an interval ends. */
  end?: string | null | undefined;
  /** Frame of a video, counted from 0. */
  frame?: number | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** Name to show. */
  label?: string | null | undefined;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** Where an interval starts. */
  start?: string | null | undefined;
  /** instant, interval or vague. */
  type?: string | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
  /** precise, approximate, before, after or between. */
  vagueness?: string | null | undefined;
  /** How it is vague, in detail. */
  vaguenessDetail?: VaguenessInput | null | undefined;
  /** The moment of an instant. */
  value?: string | null | undefined;
  /** Where in videos it is to be seen. */
  videoReferences?: Array<VideoReferenceInput> | null | undefined;
};

/** A thing in one frame that is to be followed, and the annotation to make of it. */
export type TrackFromInput = {
  /** Where it is then, in pixels of the video as displayed. */
  box: RectangleInput;
  /** The last frame to follow it to; the end of the video if absent. */
  endFrame?: number | null | undefined;
  /** The frame in which the box shows it, counted from 0. */
  frame: number;
  /** Id of a type or of a world object, or plain words. */
  label: string;
  /** What kind of world object the label names. */
  linkType?: LinkType | null | undefined;
  /** The persona; required for the type `type`. */
  personaId?: string | number | null | undefined;
  /** Project to put it into; that of its persona when absent. */
  projectId?: string | number | null | undefined;
  /** How far lines between keyframes may be off, as a share of the box (0.005 to 0.5); 0.05 if absent. */
  tolerance?: number | null | undefined;
  /** type, object or another word of at most 50 characters. */
  type: string;
  /** The video. */
  videoId: string | number;
};

/** A property that things of a type have. */
export type TypeAttributeInput = {
  /** What it is where nothing is said. */
  defaultValue?: unknown;
  /** Name of the property. */
  name?: string | null | undefined;
  /** Whether each of them must have it. */
  required?: boolean | null | undefined;
  /** string, number, boolean or date. */
  type?: string | null | undefined;
};

/** The seven arrays of a world, typed. */
export type TypedWorldInput = {
  /** People, things and places. */
  entities?: Array<EntityInput> | null | undefined;
  /** Groups of entities. */
  entityCollections?: Array<EntityCollectionInput> | null | undefined;
  /** Groups of events. */
  eventCollections?: Array<EventCollectionInput> | null | undefined;
  /** What happens. */
  events?: Array<EventInput> | null | undefined;
  /** Relations between objects. */
  relations?: Array<WorldRelationInput> | null | undefined;
  /** Groups of times. */
  timeCollections?: Array<TimeCollectionInput> | null | undefined;
  /** Moments and intervals. */
  times?: Array<TimeObjectInput> | null | undefined;
};

/** Changes of an annotation; absent fields stay. */
export type UpdateAnnotationInput = {
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** The whole bounding-box sequence. */
  frames?: Record<string, unknown> | null | undefined;
  /** The annotation. */
  id: string | number;
  /** Refuse the change unless the annotation is at this version. */
  ifVersion?: number | null | undefined;
  /** Id of a type or of a world object, or plain words. */
  label?: string | null | undefined;
  /** What kind of world object the label names. */
  linkType?: LinkType | null | undefined;
  /** The persona. */
  personaId?: string | number | null | undefined;
  /** Project to move it into; null moves it out. */
  projectId?: string | number | null | undefined;
  /** Where it comes from. */
  source?: string | null | undefined;
  /** type, object or another word of at most 50 characters. */
  type?: string | null | undefined;
};

/** Changes of a claim; absent fields stay, null clears. */
export type UpdateClaimInput = {
  /** speech, non-speech. */
  audio?: Array<string> | null | undefined;
  /** World event it is about. */
  claimEventId?: string | number | null | undefined;
  /** World location it is about. */
  claimLocationId?: string | number | null | undefined;
  /** How it is claimed. */
  claimRelation?: Array<Record<string, unknown>> | null | undefined;
  /** World time it is about. */
  claimTimeId?: string | number | null | undefined;
  /** Who claims it. */
  claimerGloss?: Array<Record<string, unknown>> | null | undefined;
  /** Kind of the one who claims it. */
  claimerType?: string | null | undefined;
  /** Remark. */
  comment?: string | null | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}. */
  evidence?: Array<Record<string, unknown>> | null | undefined;
  /** Rich text. */
  gloss?: Array<Record<string, unknown>> | null | undefined;
  /** The claim. */
  id: string | number;
  /** Refuse the change unless the claim is at this version. */
  ifVersion?: number | null | undefined;
  /** text, non-text. */
  metadata?: Array<string> | null | undefined;
  /** A claim of the same summary to stand below. */
  parentClaimId?: string | number | null | undefined;
  /** Plain text, not blank. */
  text?: string | null | undefined;
  /** Where in the summary text it stands: {sentenceIndex, charStart, charEnd}. */
  textSpans?: Array<Record<string, unknown>> | null | undefined;
  /** text, non-text. */
  video?: Array<string> | null | undefined;
};

/** Arrays that replace those of an ontology; absent arrays stay. */
export type UpdateOntologyInput = {
  /** Entity types, each with id and name. */
  entities?: Array<Record<string, unknown>> | null | undefined;
  /** Event types, each with id and name. */
  events?: Array<Record<string, unknown>> | null | undefined;
  /** Refuse the change unless the ontology is at this version. */
  ifVersion?: number | null | undefined;
  /** The persona. */
  personaId: string | number;
  /** Relation types, each with id and name. */
  relationTypes?: Array<Record<string, unknown>> | null | undefined;
  /** Relation instances of older clients. */
  relations?: Array<unknown> | null | undefined;
  /** Role types, each with id and name. */
  roles?: Array<Record<string, unknown>> | null | undefined;
  /** The same arrays with typed members. */
  typed?: OntologyArraysInput | null | undefined;
};

/** Changes of a persona; absent fields stay. */
export type UpdatePersonaInput = {
  /** Anything more; null clears it. */
  details?: string | null | undefined;
  /** Leave it out of lists. */
  hidden?: boolean | null | undefined;
  /** The persona. */
  id: string | number;
  /** Refuse the change unless the persona is at this version. */
  ifVersion?: number | null | undefined;
  /** What the analyst wants to know, not empty. */
  informationNeed?: string | null | undefined;
  /** Only administrators can change it. */
  isSystemGenerated?: boolean | null | undefined;
  /** Name to show, not empty. */
  name?: string | null | undefined;
  /** Project to move it into; null moves it out. */
  projectId?: string | number | null | undefined;
  /** What the analyst is, not empty. */
  role?: string | null | undefined;
};

/** Changes of a project; absent fields stay. */
export type UpdateProjectInput = {
  /** What the project is for; null clears it. */
  description?: string | null | undefined;
  /** The project. */
  id: string | number;
  /** Put it aside or take it up again. */
  isArchived?: boolean | null | undefined;
  /** Name to show, not empty. */
  name?: string | null | undefined;
  /** Replaces the settings as a whole. */
  settings?: Record<string, unknown> | null | undefined;
};

/** Fields of a summary that people write; absent ones stay, null clears. */
export type UpdateSummaryInput = {
  /** Language of the speech. */
  audioLanguage?: string | null | undefined;
  /** What is said. */
  audioTranscript?: string | null | undefined;
  /** Remark of a person. */
  comment?: string | null | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}. */
  evidence?: Array<Record<string, unknown>> | null | undefined;
  /** The summary. */
  id: string | number;
  /** Refuse the change unless the summary is at this version. */
  ifVersion?: number | null | undefined;
  /** Items {frame_number, timestamp, description, confidence}. */
  keyFrames?: Array<Record<string, unknown>> | null | undefined;
  /** Project to move it into; null moves it out. */
  projectId?: string | number | null | undefined;
  /** How many speak. */
  speakerCount?: number | null | undefined;
  /** A string or rich text. */
  summary?: unknown;
  /** Segments and language. */
  transcriptJson?: Record<string, unknown> | null | undefined;
  /** What is seen. */
  visualAnalysis?: string | null | undefined;
};

/** Changes of an account by an administrator; absent fields stay. */
export type UpdateUserInput = {
  /** Name to show. */
  displayName?: string | null | undefined;
  /** E-mail address; null clears it. */
  email?: string | null | undefined;
  /** The account. */
  id: string | number;
  /** False ends every session of the account and keeps it closed, with all that it has, until true. */
  isActive?: boolean | null | undefined;
  /** Whether it administers the server; one administrator must stay. */
  isAdmin?: boolean | null | undefined;
  /** At least 6 characters; ends every session of the account. */
  password?: string | null | undefined;
  /** The same in other words; must agree with isAdmin. */
  systemRole?: SystemRole | null | undefined;
};

/** Arrays that replace those of the viewer's world; absent arrays stay. */
export type UpdateWorldInput = {
  /** People, things and places. */
  entities?: Array<Record<string, unknown>> | null | undefined;
  /** Groups of entities. */
  entityCollections?: Array<Record<string, unknown>> | null | undefined;
  /** Groups of events. */
  eventCollections?: Array<Record<string, unknown>> | null | undefined;
  /** What happens. */
  events?: Array<Record<string, unknown>> | null | undefined;
  /** Refuse the change unless the world is at this version. */
  ifVersion?: number | null | undefined;
  /** The project whose world it is; the personal world without. */
  projectId?: string | number | null | undefined;
  /** Relations between objects. */
  relations?: Array<Record<string, unknown>> | null | undefined;
  /** Groups of times. */
  timeCollections?: Array<Record<string, unknown>> | null | undefined;
  /** Moments and intervals. */
  times?: Array<Record<string, unknown>> | null | undefined;
  /** The same arrays with typed members. */
  typed?: TypedWorldInput | null | undefined;
};

/** How a time is vague. */
export type VaguenessInput = {
  /** Between which moments it lies. */
  bounds?: TimeBoundsInput | null | undefined;
  /** In words. */
  description?: string | null | undefined;
  /** Such as day or year. */
  granularity?: string | null | undefined;
  /** approximate, bounded or fuzzy. */
  type?: string | null | undefined;
};

/** Where in a video a time is to be seen. */
export type VideoReferenceInput = {
  /** Counted from 0. */
  frameNumber?: number | null | undefined;
  /** First and last frame. */
  frameRange?: Array<number> | null | undefined;
  /** From the start of the video. */
  millisecondRange?: Array<number> | null | undefined;
  /** From the start of the video. */
  milliseconds?: number | null | undefined;
  /** The video. */
  videoId?: string | number | null | undefined;
};

/** How one object of the world relates to another. */
export type WorldRelationInput = {
  /** Properties by name, as they were sent. */
  attributes?: unknown;
  /** Whether it holds the other way round too. */
  bidirectional?: boolean | null | undefined;
  /** Members that are not listed here; one given twice must say the same. */
  body?: Record<string, unknown> | null | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** When it was made, where its client said so. */
  createdAt?: string | null | undefined;
  /** What it is, as plain text. */
  description?: string | null | undefined;
  /** What it is, as rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Its key, unique in its array. */
  id: string | number;
  /** Anything else that clients noted. */
  metadata?: unknown;
  /** Name to show. */
  name?: string | null | undefined;
  /** Name of the relation type. */
  relationType?: string | null | undefined;
  /** Key of the relation type in an ontology. */
  relationTypeId?: string | number | null | undefined;
  /** Key of the object that it starts from. */
  sourceId?: string | number | null | undefined;
  /** Kind of that object, such as entity. */
  sourceType?: string | null | undefined;
  /** Key of the object that it points to. */
  targetId?: string | number | null | undefined;
  /** Kind of that object. */
  targetType?: string | null | undefined;
  /** When it was last changed, where its client said so. */
  updatedAt?: string | null | undefined;
};

export type AdminUsersQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminUsersQuery = { users: { totalCount: number, nodes: Array<{ id: string, username: string, displayName: string, email: string | null, isAdmin: boolean, isActive: boolean, personaCount: number, sessionCount: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { id: string } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { id: string } };

export type AdminSessionsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AdminSessionsQuery = { allSessions: { totalCount: number, nodes: Array<{ id: string, ipAddress: string | null, userAgent: string | null, lastActivityAt: string, expiresAt: string, isCurrent: boolean, user: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: boolean };

export type AdminPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminPermissionsQuery = { permissions: Array<{ id: string, scope: string, role: string, resourceType: string, action: string, ownOnly: boolean }> };

export type CreatePermissionMutationVariables = Exact<{
  input: CreatePermissionInput;
}>;


export type CreatePermissionMutation = { createPermission: { id: string } };

export type DeletePermissionMutationVariables = Exact<{
  input: DeletePermissionInput;
}>;


export type DeletePermissionMutation = { deletePermission: boolean };

export type AdminKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AdminKeysQuery = { sharedApiKeys: { nodes: Array<{ id: string, provider: string, keyName: string, keyMask: string, isActive: boolean, isUsable: boolean, usageCount: number, lastUsedAt: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { id: string } };

export type DeleteKeyMutationVariables = Exact<{
  input: DeleteApiKeyInput;
}>;


export type DeleteKeyMutation = { deleteApiKey: boolean };

export type AdminModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminModelsQuery = { modelConfig: { totalVramGb: number, cudaAvailable: boolean, tasks: Array<{ task: string, selected: string | null, options: Array<{ name: string, modelId: string }> }> }, modelStatus: { device: string | null, totalVramAllocatedGb: number, totalVramAvailableGb: number, loadedModels: Array<{ modelId: string | null, modelName: string | null, taskType: string | null, health: string, vramUsedGb: number | null, loadTimeMs: number | null }> } };

export type SelectModelMutationVariables = Exact<{
  input: SelectModelInput;
}>;


export type SelectModelMutation = { selectModel: { message: string } };

export type AdminJobsQueryVariables = Exact<{
  status?: JobStatus | null | undefined;
  queue?: JobQueue | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminJobsQuery = { jobs: { totalCount: number, nodes: Array<{ id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AdminHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminHealthQuery = { health: { status: string, timestamp: string, checks: { database: string, queue: string, modelService: string } } };

export type TracksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type TracksQuery = { nodes: Array<
    | { id: string, version: number, label: string, type: string, linkType: LinkType | null, personaId: string | null, source: string, confidence: number | null, firstFrame: number | null, lastFrame: number | null, keyframeCount: number, stale: boolean, persona: { id: string, name: string } | null, target:
        | { __typename: 'Entity', id: string, name: string | null }
        | { __typename: 'EntityCollection', id: string, name: string | null }
        | { __typename: 'Event', id: string, name: string | null }
        | { __typename: 'EventCollection', id: string, name: string | null }
        | { __typename: 'OntologyType', id: string, color: string | null, typeName: string }
        | { __typename: 'TimeCollection', id: string, name: string | null }
        | { __typename: 'TimeObject', id: string, name: string | null }
       | null, viewerCan: { update: boolean, delete: boolean, share: boolean } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type TrackDetailsFragment = { id: string, version: number, label: string, type: string, linkType: LinkType | null, personaId: string | null, source: string, confidence: number | null, firstFrame: number | null, lastFrame: number | null, keyframeCount: number, stale: boolean, persona: { id: string, name: string } | null, target:
    | { __typename: 'Entity', id: string, name: string | null }
    | { __typename: 'EntityCollection', id: string, name: string | null }
    | { __typename: 'Event', id: string, name: string | null }
    | { __typename: 'EventCollection', id: string, name: string | null }
    | { __typename: 'OntologyType', id: string, color: string | null, typeName: string }
    | { __typename: 'TimeCollection', id: string, name: string | null }
    | { __typename: 'TimeObject', id: string, name: string | null }
   | null, viewerCan: { update: boolean, delete: boolean, share: boolean } };

export type WholeTrackQueryVariables = Exact<{
  id: string | number;
}>;


export type WholeTrackQuery = { annotation: { id: string, version: number, videoId: string, personaId: string | null, projectId: string | null, type: string, label: string, linkType: LinkType | null, confidence: number | null, source: string, frames: unknown } | null };

export type PatchSequenceMutationVariables = Exact<{
  input: PatchSequenceInput;
}>;


export type PatchSequenceMutation = { patchSequence: { id: string, version: number } };

export type CreateTrackMutationVariables = Exact<{
  input: CreateAnnotationInput;
}>;


export type CreateTrackMutation = { createAnnotation: { id: string, version: number } };

export type ChangeTrackMutationVariables = Exact<{
  input: UpdateAnnotationInput;
}>;


export type ChangeTrackMutation = { updateAnnotation: { id: string, version: number } };

export type DeleteTrackMutationVariables = Exact<{
  input: DeleteAnnotationInput;
}>;


export type DeleteTrackMutation = { deleteAnnotation: { id: string } };

export type DetectMutationVariables = Exact<{
  input: DetectObjectsInput;
}>;


export type DetectMutation = { detectObjects: { id: string, videoWidth: number | null, videoHeight: number | null, totalDetections: number, frames: Array<{ frameNumber: number, detections: Array<{ label: string, confidence: number, trackId: string | null, boundingBox: { x: number, y: number, width: number, height: number } }> }> } };

export type AdoptMutationVariables = Exact<{
  input: AdoptDetectionsInput;
}>;


export type AdoptMutation = { adoptDetections: Array<string> };

export type TrackFromMutationVariables = Exact<{
  input: TrackFromInput;
}>;


export type TrackFromMutation = { trackFrom: { id: string, pollAfterMs: number | null } };

export type FollowedQueryVariables = Exact<{
  id: string | number;
}>;


export type FollowedQuery = { job: { id: string, result: Record<string, unknown> | null } | null };

export type LinkTypesQueryVariables = Exact<{
  personaId: string | number;
}>;


export type LinkTypesQuery = { persona: { id: string, ontology: { id: string, types: Array<{ id: string, key: string, kind: OntologyTypeKind, name: string }> } | null } | null };

export type LinkObjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type LinkObjectsQuery = { world: { id: string, entities: Array<{ id: string, key: string, name: string | null }>, entityCollections: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, eventCollections: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, name: string | null }>, timeCollections: Array<{ id: string, key: string, name: string | null }> } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { id: string, username: string, displayName: string, isAdmin: boolean } | null, serverConfig: { mode: string, allowRegistration: boolean } };

export type SignInMutationVariables = Exact<{
  input: LoginInput;
}>;


export type SignInMutation = { login: { id: string } };

export type SignUpMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type SignUpMutation = { register: { id: string } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { logout: boolean };

export type ClaimPartsFragment = { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: string | null, updatedAt: string, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> }> } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean } };

export type ClaimTreeQueryVariables = Exact<{
  summaryId: string | number;
  after?: string | null | undefined;
}>;


export type ClaimTreeQuery = { summary: { id: string, videoId: string, claimTree: { totalCount: number, nodes: Array<{ id: string, depth: number, childCount: number, parentId: string | null, claim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: string | null, updatedAt: string, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
              | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
              | { __typename: 'Claim', id: string, text: string, summaryId: string }
              | { __typename: 'Entity', key: string, name: string | null }
              | { __typename: 'EntityCollection', key: string, name: string | null }
              | { __typename: 'Event', key: string, name: string | null }
              | { __typename: 'EventCollection', key: string, name: string | null }
              | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
              | { __typename: 'TimeCollection', key: string, name: string | null }
              | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
             | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> }> } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ClaimNowQueryVariables = Exact<{
  id: string | number;
}>;


export type ClaimNowQuery = { claim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: string | null, updatedAt: string, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> }> } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean } } | null };

export type ClaimEvidenceQueryVariables = Exact<{
  id: string | number;
}>;


export type ClaimEvidenceQuery = { claim: { id: string, text: string, evidence: Array<{ startTime: number | null, frames: Array<{ frameNumber: number, boxes: Array<{ label: string, x: number, y: number, width: number, height: number }> | null }> | null }> | null } | null };

export type CreateClaimMutationVariables = Exact<{
  input: CreateClaimInput;
}>;


export type CreateClaimMutation = { createClaim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: string | null, updatedAt: string, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> }> } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean } } };

export type UpdateClaimMutationVariables = Exact<{
  input: UpdateClaimInput;
}>;


export type UpdateClaimMutation = { updateClaim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: string | null, updatedAt: string, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> }> } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean } } };

export type DeleteClaimMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteClaimMutation = { deleteClaim: number };

export type RelateClaimsMutationVariables = Exact<{
  input: CreateClaimRelationInput;
}>;


export type RelateClaimsMutation = { createClaimRelation: { id: string } };

export type DeleteRelationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteRelationMutation = { deleteClaimRelation: string };

export type ExtractClaimsMutationVariables = Exact<{
  input: ExtractClaimsInput;
}>;


export type ExtractClaimsMutation = { extractClaims: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } };

export type ExportSizeQueryVariables = Exact<{
  scope?: string | null | undefined;
  filter?: ExportFilter | null | undefined;
}>;


export type ExportSizeQuery = { exportStats: { personaCount: number, ontologyCount: number, entityTypeCount: number, eventTypeCount: number, roleTypeCount: number, relationTypeCount: number, entityCount: number, eventCount: number, timeCount: number, entityCollectionCount: number, eventCollectionCount: number, timeCollectionCount: number, worldRelationCount: number, summaryCount: number, claimCount: number, claimRelationCount: number, annotationCount: number, keyframeCount: number, interpolatedFrameCount: number, totalSize: number, warning: string | null } };

export type ImportsDoneQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ImportsDoneQuery = { imports: { nodes: Array<{ id: string, filename: string, success: boolean, itemsImported: number, itemsSkipped: number, createdAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type JobStateFragment = { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null };

export type JobNowQueryVariables = Exact<{
  id: string | number;
}>;


export type JobNowQuery = { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } | null };

export type CancelJobMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelJobMutation = { cancelJob: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } };

export type RetryJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryJobMutation = { retryJob: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } };

export type GlossPartsFragment = { type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
    | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
    | { __typename: 'Claim', id: string, text: string, summaryId: string }
    | { __typename: 'Entity', key: string, name: string | null }
    | { __typename: 'EntityCollection', key: string, name: string | null }
    | { __typename: 'Event', key: string, name: string | null }
    | { __typename: 'EventCollection', key: string, name: string | null }
    | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
    | { __typename: 'TimeCollection', key: string, name: string | null }
    | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
   | null };

export type PersonasQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type PersonasQuery = { personas: { totalCount: number, nodes: Array<{ id: string, name: string, role: string, informationNeed: string, project: { id: string, name: string } | null, viewerCan: { update: boolean } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type TypePartsFragment = { id: string, key: string, name: string, kind: OntologyTypeKind, body: unknown, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }> };

export type PersonaTypesQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonaTypesQuery = { persona: { id: string, name: string, role: string, informationNeed: string, version: number, viewerCan: { update: boolean, share: boolean }, ontology: { id: string, version: number, entityTypes: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind, body: unknown, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }>, eventTypes: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind, body: unknown, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }>, roleTypes: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind, body: unknown, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }>, relationTypes: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind, body: unknown, gloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }> } | null } | null };

export type PersonaNamesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PersonaNamesQuery = { personas: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type KnownTypesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KnownTypesQuery = { personas: { nodes: Array<{ id: string, name: string, ontology: { id: string, types: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind }> } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type KnownObjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type KnownObjectsQuery = { world: { id: string, entities: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, label: string | null }> } };

export type KnownClaimsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type KnownClaimsQuery = { claims: { nodes: Array<{ id: string, text: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { createPersona: { id: string } };

export type UpdatePersonaMutationVariables = Exact<{
  input: UpdatePersonaInput;
}>;


export type UpdatePersonaMutation = { updatePersona: { id: string, version: number } };

export type UpdateOntologyMutationVariables = Exact<{
  input: UpdateOntologyInput;
}>;


export type UpdateOntologyMutation = { updateOntology: { id: string, version: number } };

export type DeleteTypeMutationVariables = Exact<{
  input: DeleteOntologyTypeInput;
}>;


export type DeleteTypeMutation = { deleteOntologyType: { cleanedUp: { annotations: number } } };

export type ProjectNamesQueryVariables = Exact<{
  isArchived?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type ProjectNamesQuery = { projects: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ProjectsQueryVariables = Exact<{
  isArchived?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type ProjectsQuery = { projects: { nodes: Array<{ id: string, name: string, description: string | null, isArchived: boolean, memberCount: number, videoAssignmentCount: number, myRole: ProjectRole | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ProjectTeamQueryVariables = Exact<{
  id: string | number;
}>;


export type ProjectTeamQuery = { project: { id: string, name: string, description: string | null, isArchived: boolean, myRole: ProjectRole | null, viewerCan: { update: boolean, manageMembers: boolean }, members: Array<{ id: string, userId: string, role: ProjectRole, joinedAt: string, user: { id: string, displayName: string, username: string } | null }>, personas: { totalCount: number } } | null };

export type ProjectPersonasQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectPersonasQuery = { project: { id: string, personas: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectVideosQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectVideosQuery = { project: { id: string, videoAssignments: { nodes: Array<{ id: string, video: { id: string, filename: string, summaries: Array<{ id: string, projectId: string | null, claimCount: number, creator: { id: string, displayName: string } | null }> } | null, assignedUser: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectProgressQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectProgressQuery = { project: { id: string, videoAssignments: { nodes: Array<{ id: string, videoId: string, assignedUser: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectWritingQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectWritingQuery = { summaries: { nodes: Array<{ id: string, videoId: string, claimCount: number, creator: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type CreateProjectMutation = { createProject: { id: string } };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject: { id: string } };

export type AddMemberMutationVariables = Exact<{
  input: ProjectMemberInput;
}>;


export type AddMemberMutation = { addProjectMember: { id: string } };

export type ChangeRoleMutationVariables = Exact<{
  input: ProjectMemberInput;
}>;


export type ChangeRoleMutation = { changeProjectRole: { id: string } };

export type RemoveMemberMutationVariables = Exact<{
  input: RemoveProjectMemberInput;
}>;


export type RemoveMemberMutation = { removeProjectMember: boolean };

export type WhyAccessQueryVariables = Exact<{
  userId: string | number;
  kind: string;
  id: string | number;
  action: string;
}>;


export type WhyAccessQuery = { explainAccess: { allowed: boolean, role: string | null, reasons: Array<string> } };

export type SharesSentQueryVariables = Exact<{
  resourceType?: SharedResourceType | null | undefined;
  resourceId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type SharesSentQuery = { sharesSent: { nodes: Array<{ id: string, resourceType: SharedResourceType, permissionLevel: SharePermission, expiresAt: string | null, resource:
        | { label: string, videoId: string, id: string }
        | { id: string }
        | { text: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { name: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { videoId: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
       | null, sharedWithUser: { id: string, displayName: string } | null, sharedWithGroup: { id: string, name: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SharesReceivedQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SharesReceivedQuery = { sharesReceived: { nodes: Array<{ id: string, resourceType: SharedResourceType, permissionLevel: SharePermission, expiresAt: string | null, resource:
        | { label: string, videoId: string, id: string }
        | { id: string }
        | { text: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { name: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { videoId: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
       | null, sharedBy: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ShareResourceMutationVariables = Exact<{
  input: ShareResourceInput;
}>;


export type ShareResourceMutation = { shareResource: { id: string } };

export type RevokeShareMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeShareMutation = { revokeShare: string };

export type KnownPeopleQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KnownPeopleQuery = { groups: { nodes: Array<{ id: string, name: string, members: Array<{ id: string, user: { id: string, displayName: string } | null }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AllPeopleQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AllPeopleQuery = { users: { nodes: Array<{ id: string, displayName: string, username: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

type SharedThing_Annotation_Fragment = { label: string, videoId: string, id: string };

type SharedThing_ApiKey_Fragment = { id: string };

type SharedThing_Claim_Fragment = { text: string, id: string };

type SharedThing_ClaimRelation_Fragment = { id: string };

type SharedThing_Entity_Fragment = { id: string };

type SharedThing_EntityCollection_Fragment = { id: string };

type SharedThing_Event_Fragment = { id: string };

type SharedThing_EventCollection_Fragment = { id: string };

type SharedThing_Group_Fragment = { id: string };

type SharedThing_GroupMember_Fragment = { id: string };

type SharedThing_Import_Fragment = { id: string };

type SharedThing_Job_Fragment = { id: string };

type SharedThing_Ontology_Fragment = { id: string };

type SharedThing_OntologyType_Fragment = { id: string };

type SharedThing_Permission_Fragment = { id: string };

type SharedThing_Persona_Fragment = { name: string, id: string };

type SharedThing_Project_Fragment = { id: string };

type SharedThing_ProjectMember_Fragment = { id: string };

type SharedThing_Session_Fragment = { id: string };

type SharedThing_Share_Fragment = { id: string };

type SharedThing_Summary_Fragment = { videoId: string, id: string };

type SharedThing_TimeCollection_Fragment = { id: string };

type SharedThing_TimeObject_Fragment = { id: string };

type SharedThing_User_Fragment = { id: string };

type SharedThing_Video_Fragment = { id: string };

type SharedThing_VideoAssignment_Fragment = { id: string };

type SharedThing_VideoAssignmentRule_Fragment = { id: string };

type SharedThing_World_Fragment = { id: string };

type SharedThing_WorldRelation_Fragment = { id: string };

export type SharedThingFragment =
  | SharedThing_Annotation_Fragment
  | SharedThing_ApiKey_Fragment
  | SharedThing_Claim_Fragment
  | SharedThing_ClaimRelation_Fragment
  | SharedThing_Entity_Fragment
  | SharedThing_EntityCollection_Fragment
  | SharedThing_Event_Fragment
  | SharedThing_EventCollection_Fragment
  | SharedThing_Group_Fragment
  | SharedThing_GroupMember_Fragment
  | SharedThing_Import_Fragment
  | SharedThing_Job_Fragment
  | SharedThing_Ontology_Fragment
  | SharedThing_OntologyType_Fragment
  | SharedThing_Permission_Fragment
  | SharedThing_Persona_Fragment
  | SharedThing_Project_Fragment
  | SharedThing_ProjectMember_Fragment
  | SharedThing_Session_Fragment
  | SharedThing_Share_Fragment
  | SharedThing_Summary_Fragment
  | SharedThing_TimeCollection_Fragment
  | SharedThing_TimeObject_Fragment
  | SharedThing_User_Fragment
  | SharedThing_Video_Fragment
  | SharedThing_VideoAssignment_Fragment
  | SharedThing_VideoAssignmentRule_Fragment
  | SharedThing_World_Fragment
  | SharedThing_WorldRelation_Fragment
;

export type CompareQueryVariables = Exact<{
  videoId: string | number;
}>;


export type CompareQuery = { video: { id: string, filename: string, summaries: Array<{ id: string, personaId: string, persona: { id: string, name: string } | null, summaryGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }> } | null };

export type ComparedClaimsQueryVariables = Exact<{
  summaryId: string | number;
  after?: string | null | undefined;
}>;


export type ComparedClaimsQuery = { claims: { nodes: Array<{ id: string, text: string, gloss: Array<{ target:
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
         | null }>, evidence: Array<{ startTime: number | null, endTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, outgoing: Array<{ id: string, relationTypeId: string, targetClaimId: string }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SameClaimsQueryVariables = Exact<{
  summaryId: string | number;
  otherSummaryId: string | number;
}>;


export type SameClaimsQuery = { sameClaims: Array<Array<string>> };

export type SummaryPartsFragment = { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: string | null, audioTranscript: string | null, claimCount: number, updatedAt: string, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summaryGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, viewerCan: { update: boolean, share: boolean } };

export type ReadingQueryVariables = Exact<{
  videoId: string | number;
}>;


export type ReadingQuery = { video: { id: string, filename: string, summaries: Array<{ id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: string | null, audioTranscript: string | null, claimCount: number, updatedAt: string, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summaryGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, viewerCan: { update: boolean, share: boolean } }> } | null };

export type OpenJobsQueryVariables = Exact<{
  videoId: string | number;
  personaId: string | number;
}>;


export type OpenJobsQuery = { jobs: { nodes: Array<{ id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null }> } };

export type ReferableAnnotationsQueryVariables = Exact<{
  personaId: string | number;
  videoId: string | number;
  after?: string | null | undefined;
}>;


export type ReferableAnnotationsQuery = { annotations: { nodes: Array<{ id: string, label: string, firstFrame: number | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ReferablesQueryVariables = Exact<{
  personaId: string | number;
}>;


export type ReferablesQuery = { persona: { id: string, projectId: string | null, ontology: { id: string, types: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind }> } | null } | null, world: { id: string, entities: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, label: string | null }> } };

export type RequestSummaryMutationVariables = Exact<{
  input: RequestSummaryInput;
}>;


export type RequestSummaryMutation = { requestSummary: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } };

export type SaveSummaryMutationVariables = Exact<{
  input: SaveSummaryInput;
}>;


export type SaveSummaryMutation = { saveSummary: { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: string | null, audioTranscript: string | null, claimCount: number, updatedAt: string, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summaryGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, viewerCan: { update: boolean, share: boolean } } };

export type UpdateSummaryMutationVariables = Exact<{
  input: UpdateSummaryInput;
}>;


export type UpdateSummaryMutation = { updateSummary: { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: string | null, audioTranscript: string | null, claimCount: number, updatedAt: string, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summaryGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, viewerCan: { update: boolean, share: boolean } } };

export type LibraryQueryVariables = Exact<{
  after?: string | null | undefined;
  search?: string | null | undefined;
  projectId?: string | number | null | undefined;
  summarizedBy?: string | number | null | undefined;
  hasSummary?: boolean | null | undefined;
}>;


export type LibraryQuery = { videos: { totalCount: number, nodes: Array<{ id: string, filename: string, duration: number | null, resolution: string | null, thumbnailUrl: string, summaries: Array<{ id: string, personaId: string }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SyncVideosMutationVariables = Exact<{ [key: string]: never; }>;


export type SyncVideosMutation = { syncVideos: { added: number, updated: number, deleted: number, errors: number, total: number } };

export type ProbingJobQueryVariables = Exact<{ [key: string]: never; }>;


export type ProbingJobQuery = { jobs: { nodes: Array<{ id: string, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null }> } };

export type WatchQueryVariables = Exact<{
  videoId: string | number;
}>;


export type WatchQuery = { video: { id: string, filename: string, duration: number | null, frameRate: number | null, streamUrl: string, thumbnailUrl: string, begin: number | null, probe: { fault: string | null, width: number | null, height: number | null, frameCount: number | null, isVariableRate: boolean | null, frameRate: { numerator: number, denominator: number } | null, timeBase: { numerator: number, denominator: number } | null } | null } | null };

export type FrameTimesQueryVariables = Exact<{
  videoId: string | number;
  from: number;
}>;


export type FrameTimesQuery = { video: { id: string, frameTimes: Array<number> | null } | null };

export type WorldNowQueryVariables = Exact<{ [key: string]: never; }>;


export type WorldNowQuery = { world: { id: string, version: number, entities: Array<{ id: string, key: string, name: string | null, body: unknown, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, events: Array<{ id: string, key: string, name: string | null, body: unknown, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, times: Array<{ id: string, key: string, body: unknown, name: string | null, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, entityCollections: Array<{ id: string, key: string, name: string | null, body: unknown, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, eventCollections: Array<{ id: string, key: string, name: string | null, body: unknown, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, timeCollections: Array<{ id: string, key: string, name: string | null, body: unknown, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, relations: Array<{ id: string, key: string, body: unknown, name: string | null, descriptionGloss: Array<{ type: string, content: string, refType: string | null, refPersonaId: string | null, refClaimId: string | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, firstFrame: number | null, annotationLabel: string }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }> } };

export type UpdateWorldMutationVariables = Exact<{
  input: UpdateWorldInput;
}>;


export type UpdateWorldMutation = { updateWorld: { id: string, version: number } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const TrackDetailsFragmentDoc = new TypedDocumentString(`
    fragment TrackDetails on Annotation {
  id
  version
  label
  type
  linkType
  personaId
  source
  confidence
  firstFrame
  lastFrame
  keyframeCount
  stale
  persona {
    id
    name
  }
  target {
    __typename
    ... on OntologyType {
      id
      typeName: name
      color
    }
    ... on Entity {
      id
      name
    }
    ... on EntityCollection {
      id
      name
    }
    ... on Event {
      id
      name
    }
    ... on EventCollection {
      id
      name
    }
    ... on TimeCollection {
      id
      name
    }
    ... on TimeObject {
      id
      name
    }
  }
  viewerCan {
    update
    delete
    share
  }
}
    `, {"fragmentName":"TrackDetails"}) as unknown as TypedDocumentString<TrackDetailsFragment, unknown>;
export const GlossPartsFragmentDoc = new TypedDocumentString(`
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  target {
    __typename
    ... on OntologyType {
      key
      typeName: name
      kind
    }
    ... on Entity {
      key
      name
    }
    ... on Event {
      key
      name
    }
    ... on TimeObject {
      key
      name
      label
    }
    ... on EntityCollection {
      key
      name
    }
    ... on EventCollection {
      key
      name
    }
    ... on TimeCollection {
      key
      name
    }
    ... on Annotation {
      id
      annotationLabel: label
      videoId
      firstFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
    `, {"fragmentName":"GlossParts"}) as unknown as TypedDocumentString<GlossPartsFragment, unknown>;
export const ClaimPartsFragmentDoc = new TypedDocumentString(`
    fragment ClaimParts on Claim {
  id
  version
  summaryId
  text
  confidence
  comment
  modelUsed
  evidence {
    source
    startTime
    frames {
      frameNumber
    }
  }
  extractionStrategy
  updatedAt
  creator {
    id
    displayName
  }
  gloss {
    ...GlossParts
  }
  claimTime {
    id
    label
    videoReferences {
      videoId
      frameNumber
      frameRange
    }
  }
  outgoing {
    id
    relationTypeId
    confidence
    target {
      id
      text
      summaryId
    }
  }
  incoming {
    id
    relationTypeId
    source {
      id
      text
      summaryId
    }
  }
  viewerCan {
    update
    delete
    share
  }
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  target {
    __typename
    ... on OntologyType {
      key
      typeName: name
      kind
    }
    ... on Entity {
      key
      name
    }
    ... on Event {
      key
      name
    }
    ... on TimeObject {
      key
      name
      label
    }
    ... on EntityCollection {
      key
      name
    }
    ... on EventCollection {
      key
      name
    }
    ... on TimeCollection {
      key
      name
    }
    ... on Annotation {
      id
      annotationLabel: label
      videoId
      firstFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"ClaimParts"}) as unknown as TypedDocumentString<ClaimPartsFragment, unknown>;
export const JobStateFragmentDoc = new TypedDocumentString(`
    fragment JobState on Job {
  id
  queue
  status
  progress
  error
  pollAfterMs
  createdAt
  completedAt
  videoId
  personaId
  summaryId
}
    `, {"fragmentName":"JobState"}) as unknown as TypedDocumentString<JobStateFragment, unknown>;
export const TypePartsFragmentDoc = new TypedDocumentString(`
    fragment TypeParts on OntologyType {
  id
  key
  name
  kind
  body
  gloss {
    ...GlossParts
  }
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  target {
    __typename
    ... on OntologyType {
      key
      typeName: name
      kind
    }
    ... on Entity {
      key
      name
    }
    ... on Event {
      key
      name
    }
    ... on TimeObject {
      key
      name
      label
    }
    ... on EntityCollection {
      key
      name
    }
    ... on EventCollection {
      key
      name
    }
    ... on TimeCollection {
      key
      name
    }
    ... on Annotation {
      id
      annotationLabel: label
      videoId
      firstFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"TypeParts"}) as unknown as TypedDocumentString<TypePartsFragment, unknown>;
export const SharedThingFragmentDoc = new TypedDocumentString(`
    fragment SharedThing on Node {
  id
  ... on Persona {
    name
  }
  ... on Claim {
    text
  }
  ... on Annotation {
    label
    videoId
  }
  ... on Summary {
    videoId
  }
}
    `, {"fragmentName":"SharedThing"}) as unknown as TypedDocumentString<SharedThingFragment, unknown>;
export const SummaryPartsFragmentDoc = new TypedDocumentString(`
    fragment SummaryParts on Summary {
  id
  version
  videoId
  personaId
  comment
  confidence
  visualModelUsed
  audioModelUsed
  fusionStrategy
  audioTranscript
  claimCount
  updatedAt
  persona {
    id
    name
  }
  creator {
    id
    displayName
  }
  summaryGloss {
    ...GlossParts
  }
  viewerCan {
    update
    share
  }
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  target {
    __typename
    ... on OntologyType {
      key
      typeName: name
      kind
    }
    ... on Entity {
      key
      name
    }
    ... on Event {
      key
      name
    }
    ... on TimeObject {
      key
      name
      label
    }
    ... on EntityCollection {
      key
      name
    }
    ... on EventCollection {
      key
      name
    }
    ... on TimeCollection {
      key
      name
    }
    ... on Annotation {
      id
      annotationLabel: label
      videoId
      firstFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"SummaryParts"}) as unknown as TypedDocumentString<SummaryPartsFragment, unknown>;
export const AdminUsersDocument = {"__meta__":{"hash":"sha256:0d189ee1b6c74bfaefb0c285511b03f1e42d3aeb4284635a740bedd061f075f6"}} as unknown as TypedDocumentString<AdminUsersQuery, AdminUsersQueryVariables>;
export const CreateUserDocument = {"__meta__":{"hash":"sha256:c3e5cf3b1cbc036efc78d3ec9375c160bf568f739d393845eb617dd52abe1c4f"}} as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = {"__meta__":{"hash":"sha256:81e306a453b23c5fd164bea8a73a78e4bc1569d3c7376d3a6df9ea2c308d140c"}} as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const AdminSessionsDocument = {"__meta__":{"hash":"sha256:e86590897419b98bc4bce010473483b0086cba5b1b29a7a15bc66c6365524e61"}} as unknown as TypedDocumentString<AdminSessionsQuery, AdminSessionsQueryVariables>;
export const RevokeSessionDocument = {"__meta__":{"hash":"sha256:50a9753325d92950770919cc55afd07e49f47efe8c305b575be0f19947b1ce44"}} as unknown as TypedDocumentString<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const AdminPermissionsDocument = {"__meta__":{"hash":"sha256:6fcc6a8d7acba5e0fd108483f9d0e80a7419548c9f75b7d406db760c74b1113e"}} as unknown as TypedDocumentString<AdminPermissionsQuery, AdminPermissionsQueryVariables>;
export const CreatePermissionDocument = {"__meta__":{"hash":"sha256:40143a9aee29e60d2d5ae53a551c8b83c22f1a339057c2da9fbd736c950721af"}} as unknown as TypedDocumentString<CreatePermissionMutation, CreatePermissionMutationVariables>;
export const DeletePermissionDocument = {"__meta__":{"hash":"sha256:3b297fd46bc4cd785c0c33e9d24b2a3075495d008f151906c202406dc4cbebb2"}} as unknown as TypedDocumentString<DeletePermissionMutation, DeletePermissionMutationVariables>;
export const AdminKeysDocument = {"__meta__":{"hash":"sha256:9ffb4b8682326a3b6066a4698c1f8cd8a2a9af4ad9a821851609d937a7f2f57f"}} as unknown as TypedDocumentString<AdminKeysQuery, AdminKeysQueryVariables>;
export const CreateKeyDocument = {"__meta__":{"hash":"sha256:c9af4348b55e0e139bebf0dc31fbf9609b282a88e54b6596ce34a24af39e983c"}} as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const DeleteKeyDocument = {"__meta__":{"hash":"sha256:fae65724fafb2d7592c6238a863c13170fdff4b6abb19524d2dcec8d1fd87f30"}} as unknown as TypedDocumentString<DeleteKeyMutation, DeleteKeyMutationVariables>;
export const AdminModelsDocument = {"__meta__":{"hash":"sha256:76f702f8b0560a19f90baa893a47ba2a40a7bf012ce720a2699de635ef5d7a56"}} as unknown as TypedDocumentString<AdminModelsQuery, AdminModelsQueryVariables>;
export const SelectModelDocument = {"__meta__":{"hash":"sha256:140ee0f6ac8c767d658d18b1b219ad5997eba7757f3cc2e0efbbbb13c4a8c2f2"}} as unknown as TypedDocumentString<SelectModelMutation, SelectModelMutationVariables>;
export const AdminJobsDocument = {"__meta__":{"hash":"sha256:fcd975f4cbfcc3fab65fe9e5827fefcadad1b6dede57f51a9a0470903cc73230"}} as unknown as TypedDocumentString<AdminJobsQuery, AdminJobsQueryVariables>;
export const AdminHealthDocument = {"__meta__":{"hash":"sha256:5d9c283209834e337cf965ef1c0f2c127b21b8a1b6ebcac6c0639efa3d85647f"}} as unknown as TypedDocumentString<AdminHealthQuery, AdminHealthQueryVariables>;
export const TracksDocument = {"__meta__":{"hash":"sha256:6a4ecda4717aea191a04d299fde2b635fb6ab16ff226234c521ca2a8e60de6a7"}} as unknown as TypedDocumentString<TracksQuery, TracksQueryVariables>;
export const WholeTrackDocument = {"__meta__":{"hash":"sha256:01953e3484315f79c0fa93142d821e3a1757665e178921ff1dc3f2c897082ead"}} as unknown as TypedDocumentString<WholeTrackQuery, WholeTrackQueryVariables>;
export const PatchSequenceDocument = {"__meta__":{"hash":"sha256:51d40c66bb39cabef8ba778b53d74f55931a05b85f0da0d29322b2a0e5223f5b"}} as unknown as TypedDocumentString<PatchSequenceMutation, PatchSequenceMutationVariables>;
export const CreateTrackDocument = {"__meta__":{"hash":"sha256:1246caedc2dd9e9e215f1a54c6c09e095c6813be9e8983998b50ed50853831a7"}} as unknown as TypedDocumentString<CreateTrackMutation, CreateTrackMutationVariables>;
export const ChangeTrackDocument = {"__meta__":{"hash":"sha256:67b4122bd810fcf43e2e7e9d61c8fed994933c6280e939ebfa08ed556724017b"}} as unknown as TypedDocumentString<ChangeTrackMutation, ChangeTrackMutationVariables>;
export const DeleteTrackDocument = {"__meta__":{"hash":"sha256:be5e083f097666531d42658ed1f50f9610c4e8feb0d2460bd68e115423e5f26b"}} as unknown as TypedDocumentString<DeleteTrackMutation, DeleteTrackMutationVariables>;
export const DetectDocument = {"__meta__":{"hash":"sha256:89ce98acbf9a7fecfd4596d56ff573774d7cf07ede5609cf2928c185d0ad4c06"}} as unknown as TypedDocumentString<DetectMutation, DetectMutationVariables>;
export const AdoptDocument = {"__meta__":{"hash":"sha256:f4f8a9d6f157dbd1bc7ad8dc708f9b87fb0055f4d33e03039ea3a4889185c131"}} as unknown as TypedDocumentString<AdoptMutation, AdoptMutationVariables>;
export const TrackFromDocument = {"__meta__":{"hash":"sha256:bdbd34479370cac62a9c668aa24c3ea1bdffe2a3d0820ac4a129a455722a4c05"}} as unknown as TypedDocumentString<TrackFromMutation, TrackFromMutationVariables>;
export const FollowedDocument = {"__meta__":{"hash":"sha256:90de1099955e3d967f9b0f4cfe7c09c6817de2e020973be7f99c629c2f06e43d"}} as unknown as TypedDocumentString<FollowedQuery, FollowedQueryVariables>;
export const LinkTypesDocument = {"__meta__":{"hash":"sha256:65891674de5815965ef195feb45a746fb5694e1c9d5b3c4ba491ff84236dd529"}} as unknown as TypedDocumentString<LinkTypesQuery, LinkTypesQueryVariables>;
export const LinkObjectsDocument = {"__meta__":{"hash":"sha256:d81e03658853380b88027afb47873a632804db3845dd19253eba0f104ebb93f6"}} as unknown as TypedDocumentString<LinkObjectsQuery, LinkObjectsQueryVariables>;
export const ViewerDocument = {"__meta__":{"hash":"sha256:5338d993c8654d1d625f560a82907ba433e0d1c43dac71d1d58a36410c91252f"}} as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const SignInDocument = {"__meta__":{"hash":"sha256:c91250ccd86e1bbe68f5e24717f7acc92eb33cd28c23af0f5f4c6994bbea4d34"}} as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignUpDocument = {"__meta__":{"hash":"sha256:1f689019a19fcd439159f5aec7dbfa82043c50e15c2bc4853a979b5b8ce84b53"}} as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>;
export const SignOutDocument = {"__meta__":{"hash":"sha256:bdee6123ce886c87c81f1d4d9c7cb5ce6672e7885895c44b70ed3b5fe754ec74"}} as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const ClaimTreeDocument = {"__meta__":{"hash":"sha256:e92d3ba29e29cfbfff94df6f7f3a75d959fd76d176936948aa27c2a49f4e8e10"}} as unknown as TypedDocumentString<ClaimTreeQuery, ClaimTreeQueryVariables>;
export const ClaimNowDocument = {"__meta__":{"hash":"sha256:06a7d61793b1b8636c7bc8c42437555d560c66413416436e1247b8a599375255"}} as unknown as TypedDocumentString<ClaimNowQuery, ClaimNowQueryVariables>;
export const ClaimEvidenceDocument = {"__meta__":{"hash":"sha256:835d84bdfd086934bc3bdc3a8b4fe3a2f86df284ad5060cc52178ecadf8164ad"}} as unknown as TypedDocumentString<ClaimEvidenceQuery, ClaimEvidenceQueryVariables>;
export const CreateClaimDocument = {"__meta__":{"hash":"sha256:bdb90d04a2e3a80c52ae5c2bf156a2efcc4ec25fd6cee312ab3540881442e076"}} as unknown as TypedDocumentString<CreateClaimMutation, CreateClaimMutationVariables>;
export const UpdateClaimDocument = {"__meta__":{"hash":"sha256:0ce81a7610ed00987d0c3a930e155f6cbd6fdef993d7d42797ff8194a0b70c24"}} as unknown as TypedDocumentString<UpdateClaimMutation, UpdateClaimMutationVariables>;
export const DeleteClaimDocument = {"__meta__":{"hash":"sha256:e52f82343cfb9a05279bdef973a980284ccfbe5cd81ba788fa6c5c7efa6a618f"}} as unknown as TypedDocumentString<DeleteClaimMutation, DeleteClaimMutationVariables>;
export const RelateClaimsDocument = {"__meta__":{"hash":"sha256:f8e7451efd5016b740af2545b8f83c613974fe1a7dc04e9c6f8c24f3b3cba903"}} as unknown as TypedDocumentString<RelateClaimsMutation, RelateClaimsMutationVariables>;
export const DeleteRelationDocument = {"__meta__":{"hash":"sha256:ba9ded1b38d88b3e6ff8313d73c21e36fda6ecefc72fa3877ca22f0b2058b4e9"}} as unknown as TypedDocumentString<DeleteRelationMutation, DeleteRelationMutationVariables>;
export const ExtractClaimsDocument = {"__meta__":{"hash":"sha256:ab1834a3f637854cd4e46624986a14cc3b59d8b310507ba555f31a69c14b47f8"}} as unknown as TypedDocumentString<ExtractClaimsMutation, ExtractClaimsMutationVariables>;
export const ExportSizeDocument = {"__meta__":{"hash":"sha256:abbbc102566eb5e1fefcdfb8b88f65b9ea7cf38d8af4da8f8f32ba92a11ef92f"}} as unknown as TypedDocumentString<ExportSizeQuery, ExportSizeQueryVariables>;
export const ImportsDoneDocument = {"__meta__":{"hash":"sha256:06543b8a93290c8c9a1ec6d314f267ef3473f9523dd598bf46d6625376132c05"}} as unknown as TypedDocumentString<ImportsDoneQuery, ImportsDoneQueryVariables>;
export const JobNowDocument = {"__meta__":{"hash":"sha256:54145b3f84614519425192258a97db3be3c9d5d96bc9c77600a8bf5f945bf098"}} as unknown as TypedDocumentString<JobNowQuery, JobNowQueryVariables>;
export const CancelJobDocument = {"__meta__":{"hash":"sha256:f66ed53d190a00132c702b3f127d13cd81ef3b3c7a99ab917d5cf306697428df"}} as unknown as TypedDocumentString<CancelJobMutation, CancelJobMutationVariables>;
export const RetryJobDocument = {"__meta__":{"hash":"sha256:3fb93bac8e1c6b4623efc2f35a448d9ad698e8f63b76ee6f91cebc5db7e2eea7"}} as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const PersonasDocument = {"__meta__":{"hash":"sha256:0438988544f6ea6ead5f931b12b9cd153d0f711d9e7f7338c0c39914addf42af"}} as unknown as TypedDocumentString<PersonasQuery, PersonasQueryVariables>;
export const PersonaTypesDocument = {"__meta__":{"hash":"sha256:b38ef102f236c1b1f34918783841f92505cfa38c99c362ff641a999482dbe8c4"}} as unknown as TypedDocumentString<PersonaTypesQuery, PersonaTypesQueryVariables>;
export const PersonaNamesDocument = {"__meta__":{"hash":"sha256:2031fc328b7d53b267ce3783269ef9523022ab2b9fb1c4b276a622bc6916e7ec"}} as unknown as TypedDocumentString<PersonaNamesQuery, PersonaNamesQueryVariables>;
export const KnownTypesDocument = {"__meta__":{"hash":"sha256:88ed1b1854b757bbf02b38972faa612a42cecf0ca0ce12637c08ee2445d56afa"}} as unknown as TypedDocumentString<KnownTypesQuery, KnownTypesQueryVariables>;
export const KnownObjectsDocument = {"__meta__":{"hash":"sha256:941e8b827ba82e475dfcb230e714af305e57f189ad0b1446e6c7aeb9f3644a86"}} as unknown as TypedDocumentString<KnownObjectsQuery, KnownObjectsQueryVariables>;
export const KnownClaimsDocument = {"__meta__":{"hash":"sha256:b8fbc6a0f9373bb9da1144fbb8838bcea11eeb6e336be15d674c53b7831d0e89"}} as unknown as TypedDocumentString<KnownClaimsQuery, KnownClaimsQueryVariables>;
export const CreatePersonaDocument = {"__meta__":{"hash":"sha256:daac2f39a2135b52c1c5768a3ea40687ea59fd6c26626f759f22d98466a9f32a"}} as unknown as TypedDocumentString<CreatePersonaMutation, CreatePersonaMutationVariables>;
export const UpdatePersonaDocument = {"__meta__":{"hash":"sha256:9b3a3a0afb72ce45a0122ff10c737c3927a4fba21b764dfe8a8a9a8b2d57340c"}} as unknown as TypedDocumentString<UpdatePersonaMutation, UpdatePersonaMutationVariables>;
export const UpdateOntologyDocument = {"__meta__":{"hash":"sha256:e8756c8f83b4150e85d7a341d8ea68544aeb5bdc796c5801506fe5640941dbc0"}} as unknown as TypedDocumentString<UpdateOntologyMutation, UpdateOntologyMutationVariables>;
export const DeleteTypeDocument = {"__meta__":{"hash":"sha256:f4e70b803ca7556a55c0ee3ff6153949184de4767a1e3dc5d112f17948b867fb"}} as unknown as TypedDocumentString<DeleteTypeMutation, DeleteTypeMutationVariables>;
export const ProjectNamesDocument = {"__meta__":{"hash":"sha256:2f780510de2e28b03b80c01bbe58cae51867c248b900c04e5f989633a4d3f26c"}} as unknown as TypedDocumentString<ProjectNamesQuery, ProjectNamesQueryVariables>;
export const ProjectsDocument = {"__meta__":{"hash":"sha256:553aee3a20dcd1494b75041f469166df0e3e4f7dcbd9f30328dd8cfbaa1957ee"}} as unknown as TypedDocumentString<ProjectsQuery, ProjectsQueryVariables>;
export const ProjectTeamDocument = {"__meta__":{"hash":"sha256:f4851e12f6b7fbe8d02bbe46aff61bef3894d0eb1d3f98eb68eecd3e5b8a6a0c"}} as unknown as TypedDocumentString<ProjectTeamQuery, ProjectTeamQueryVariables>;
export const ProjectPersonasDocument = {"__meta__":{"hash":"sha256:9d7448d5426b5d6353610672b2d15a3765c7096430560d21c3a1d2f95dfb3f55"}} as unknown as TypedDocumentString<ProjectPersonasQuery, ProjectPersonasQueryVariables>;
export const ProjectVideosDocument = {"__meta__":{"hash":"sha256:43f5d43379df2ca6a5fc15940e4c32a94bcfe7ab924cafb07cc3eb5db95ff1d5"}} as unknown as TypedDocumentString<ProjectVideosQuery, ProjectVideosQueryVariables>;
export const ProjectProgressDocument = {"__meta__":{"hash":"sha256:de256310827f7aec47a96e1b2e6aeebbd46f4e18106ffaceea6797f0882b29ea"}} as unknown as TypedDocumentString<ProjectProgressQuery, ProjectProgressQueryVariables>;
export const ProjectWritingDocument = {"__meta__":{"hash":"sha256:14c0baf7cf4ff1f68c4cf21527c516b4daba19b3797e142f62a83713213fd625"}} as unknown as TypedDocumentString<ProjectWritingQuery, ProjectWritingQueryVariables>;
export const CreateProjectDocument = {"__meta__":{"hash":"sha256:388687faa0b7f8fccd4d2bfbdf551bd3cbc75017648c6132b3ead1c245d524ff"}} as unknown as TypedDocumentString<CreateProjectMutation, CreateProjectMutationVariables>;
export const UpdateProjectDocument = {"__meta__":{"hash":"sha256:8825b18eb1b7a179a7ee9d03fd15891937316365f7ca1ff2ef7e607da5b9176c"}} as unknown as TypedDocumentString<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const AddMemberDocument = {"__meta__":{"hash":"sha256:cfbeb81ec7de943af3a27e2f7398ad2a059f47e78761a3e03aa5d95ea54e4b6e"}} as unknown as TypedDocumentString<AddMemberMutation, AddMemberMutationVariables>;
export const ChangeRoleDocument = {"__meta__":{"hash":"sha256:5dfe65f5b6ee572afeeefa9ed4c0324002782297699a531289385f41d3d8f105"}} as unknown as TypedDocumentString<ChangeRoleMutation, ChangeRoleMutationVariables>;
export const RemoveMemberDocument = {"__meta__":{"hash":"sha256:093deb696222d66e22844f59a99349d950da5b291c941f076a1a6cae4a5f2067"}} as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;
export const WhyAccessDocument = {"__meta__":{"hash":"sha256:08cafab8ccd127e1027f0f859b1b3ceac2c784c4d59183a73e74bf9cb51f837c"}} as unknown as TypedDocumentString<WhyAccessQuery, WhyAccessQueryVariables>;
export const SharesSentDocument = {"__meta__":{"hash":"sha256:352dc72352c2422d40a4d05bea219d0ff6230e1a4e9eea40d2d38b619d13fee9"}} as unknown as TypedDocumentString<SharesSentQuery, SharesSentQueryVariables>;
export const SharesReceivedDocument = {"__meta__":{"hash":"sha256:f35f0fa4394b8aef93cb6c5a1fe140bc0f1021bcd7d958b779b56ce4ebce16a4"}} as unknown as TypedDocumentString<SharesReceivedQuery, SharesReceivedQueryVariables>;
export const ShareResourceDocument = {"__meta__":{"hash":"sha256:0db82af369e2fc400bb2ddd74700356fcbf72de00c272e10303b74811815dc40"}} as unknown as TypedDocumentString<ShareResourceMutation, ShareResourceMutationVariables>;
export const RevokeShareDocument = {"__meta__":{"hash":"sha256:3ca6b80521c5b135a492ec17b9ffb383ed3571bb7610a91fd9b512936d3c511a"}} as unknown as TypedDocumentString<RevokeShareMutation, RevokeShareMutationVariables>;
export const KnownPeopleDocument = {"__meta__":{"hash":"sha256:2f560e23650fe4015bac444e7abe869683e7958ba7e92f16a2c6c5d331d314db"}} as unknown as TypedDocumentString<KnownPeopleQuery, KnownPeopleQueryVariables>;
export const AllPeopleDocument = {"__meta__":{"hash":"sha256:005798934ea4cf7ad38e7720e882ccf436f389dab59c3f40021ca1d4067abde3"}} as unknown as TypedDocumentString<AllPeopleQuery, AllPeopleQueryVariables>;
export const CompareDocument = {"__meta__":{"hash":"sha256:a37f21d3041a86d431a10c40bf5dff6e48fadfe23554b29e33474cdd8d536ada"}} as unknown as TypedDocumentString<CompareQuery, CompareQueryVariables>;
export const ComparedClaimsDocument = {"__meta__":{"hash":"sha256:399a77b3ad0347e35656ce505a7cc38ccd9441f2ec3f71b559a9115613e0b0eb"}} as unknown as TypedDocumentString<ComparedClaimsQuery, ComparedClaimsQueryVariables>;
export const SameClaimsDocument = {"__meta__":{"hash":"sha256:c6206d51d2fdec8157a7d39b4205d0d3b3bbf2ebf8d0e2e4f08bb591b6edc9d9"}} as unknown as TypedDocumentString<SameClaimsQuery, SameClaimsQueryVariables>;
export const ReadingDocument = {"__meta__":{"hash":"sha256:ff76e8a98f30b92088140db12b24dd2f045829d22a4a21d8124fb55f40396fe5"}} as unknown as TypedDocumentString<ReadingQuery, ReadingQueryVariables>;
export const OpenJobsDocument = {"__meta__":{"hash":"sha256:8c58c21c98977128cb343595e856fd35a923b45c64957484b96a104c118e460d"}} as unknown as TypedDocumentString<OpenJobsQuery, OpenJobsQueryVariables>;
export const ReferableAnnotationsDocument = {"__meta__":{"hash":"sha256:95edf239c717dfd62d8aab056c1c586d3482be3ace10272b95619a6e15948eb8"}} as unknown as TypedDocumentString<ReferableAnnotationsQuery, ReferableAnnotationsQueryVariables>;
export const ReferablesDocument = {"__meta__":{"hash":"sha256:966c786ed8a2c8beab10de20d080f79a0986d0204f71e440ffc49e95ad875d8e"}} as unknown as TypedDocumentString<ReferablesQuery, ReferablesQueryVariables>;
export const RequestSummaryDocument = {"__meta__":{"hash":"sha256:989c407edb6baf5547d2276bbdbed81fce7131f3bd3583aad90a8842736e3ed2"}} as unknown as TypedDocumentString<RequestSummaryMutation, RequestSummaryMutationVariables>;
export const SaveSummaryDocument = {"__meta__":{"hash":"sha256:466375dcc70201a28ac47a4d257e624ad80f4a4a97c3711d24990e743fe4b3a2"}} as unknown as TypedDocumentString<SaveSummaryMutation, SaveSummaryMutationVariables>;
export const UpdateSummaryDocument = {"__meta__":{"hash":"sha256:a24120cac8a28590b70f2b912e3a9efad25eaa0ba02801c34c6aaf5a48a50a4d"}} as unknown as TypedDocumentString<UpdateSummaryMutation, UpdateSummaryMutationVariables>;
export const LibraryDocument = {"__meta__":{"hash":"sha256:8664458eb198cd1876bc8ef1a4402962a19b6835edc2b1ad16639679ece3ac50"}} as unknown as TypedDocumentString<LibraryQuery, LibraryQueryVariables>;
export const SyncVideosDocument = {"__meta__":{"hash":"sha256:c701b0038d12bc2344b4b9b2225535a5b1b489ebd110765f746dd53720f90d2c"}} as unknown as TypedDocumentString<SyncVideosMutation, SyncVideosMutationVariables>;
export const ProbingJobDocument = {"__meta__":{"hash":"sha256:994615c644a736b6d59803296dfa94ebc291a4381bfffcf162eca131480a001d"}} as unknown as TypedDocumentString<ProbingJobQuery, ProbingJobQueryVariables>;
export const WatchDocument = {"__meta__":{"hash":"sha256:b2aa085c9f9dfe90403c88f0484edc88054fcc680251f1e90e88730edba46def"}} as unknown as TypedDocumentString<WatchQuery, WatchQueryVariables>;
export const FrameTimesDocument = {"__meta__":{"hash":"sha256:ee91a2bac7c69b0a3c23059924489a4367bc5de00f4ba123744342d77dcc981a"}} as unknown as TypedDocumentString<FrameTimesQuery, FrameTimesQueryVariables>;
export const WorldNowDocument = {"__meta__":{"hash":"sha256:c6ae891555e5e35393f94a3d0875b4dfc5d69a63147205c558f9c372dfda26eb"}} as unknown as TypedDocumentString<WorldNowQuery, WorldNowQueryVariables>;
export const UpdateWorldDocument = {"__meta__":{"hash":"sha256:b456620ee62b7ae8a36aa0f1c19f779d3184aa22c0e11de2b3c0fabfe0633840"}} as unknown as TypedDocumentString<UpdateWorldMutation, UpdateWorldMutationVariables>;