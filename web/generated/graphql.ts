/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The user to add to a group. */
export type AddGroupMemberInput = {
  /** True to act as administrator, without being a member; FORBIDDEN for everybody else. False when absent. */
  asAdministrator?: boolean | null | undefined;
  /** ID of the group. */
  groupId: string | number;
  /** Role of the new member. GROUP_OWNER is refused unless `asAdministrator` is true. */
  role: GroupRole;
  /** The user. */
  user: UserReferenceInput;
};

/** The group whose members are to be added to a project, and their role. */
export type AddGroupToProjectInput = {
  /** ID of the group, in which the caller must be a member. */
  groupId: string | number;
  /** ID of the project. */
  projectId: string | number;
  /** Role that the new members get. PROJECT_OWNER is refused. */
  role: ProjectRole;
};

/** The user to add to a project, and their role. */
export type AddProjectMemberInput = {
  /** ID of the project. */
  projectId: string | number;
  /** Role in the project. PROJECT_OWNER is refused. */
  role: ProjectRole;
  /** The user. */
  user: UserReferenceInput;
};

/** The result of `detectObjects`, or a part of it, to be kept as annotations. */
export type AdoptDetectionsInput = {
  /** The frames with the detections to keep: 1 to 500 frames, at most 10,000 detections in all. */
  frames: Array<AdoptedFrameInput>;
  /** Label of all annotations: the `key` of an ontology type or of a world object, or free text. If absent, each has the type of its detection if `type` is `type`, else the label of its detection. */
  label?: string | null | undefined;
  /** Kind of world object that the labels name; null or absent if they name none. */
  linkType?: LinkType | null | undefined;
  /** ID of the persona from whose perspective the annotations are made; required if `type` is `type`. */
  personaId?: string | number | null | undefined;
  /** ID of the project to put the annotations into, none if null. If absent, the persona's project, where the viewer may create annotations in it. */
  projectId?: string | number | null | undefined;
  /** TYPE if the labels name ontology types, OBJECT if they name world objects, or another word of at most 50 characters. */
  type: AnnotationKind;
  /** Height of the video as displayed, in pixels, as `detectObjects` returns it. */
  videoHeight: number;
  /** ID of the video. */
  videoId: string | number;
  /** Width of the video as displayed, in pixels, as `detectObjects` returns it. */
  videoWidth: number;
};

/** A detection to keep, as `detectObjects` returns it. */
export type AdoptedDetectionInput = {
  /** Where the object is, in fractions of the picture's width and height. */
  boundingBox: RectangleInput;
  /** Confidence of the detection, 0 to 1; null or absent if unknown. */
  confidence?: number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** What the object was recognised as; not empty. */
  label: string;
  /** ID of the tracked object, 1 to 255 characters; detections with the same one become one annotation. Without it, each becomes an annotation of its own. */
  trackId?: string | null | undefined;
  /** The `key` of the type of the persona that it is. If `type` is `type`, it is the label of the annotation unless the input has a label for all; must then be a type of the persona. */
  typeId?: string | null | undefined;
};

/** The detections to keep from one frame. */
export type AdoptedFrameInput = {
  /** The detections of the frame to keep. */
  detections: Array<AdoptedDetectionInput>;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber: number;
};

/** The video and the personas of an export of what several personas say about the same tracks. */
export type AgreementExportInput = {
  /** First frame to compare, counted from 0; 0 when absent. */
  from?: number | null | undefined;
  /** The tube IoU from which two tracks can be matched: above 0, at most 1; 0.5 when absent. */
  minIou?: number | null | undefined;
  /** IDs of 2 to 20 different personas. */
  personaIds: Array<string | number>;
  /** Compare only what is in one of these review states; open and accepted when absent. */
  reviewStates?: Array<ReviewState> | null | undefined;
  /** Seed of the random numbers behind the intervals, 0 to 4,294,967,295; 1 when absent. */
  seed?: number | null | undefined;
  /** Compare only the frames whose number it divides; 1 when absent. */
  step?: number | null | undefined;
  /** Last frame to compare; the last of the file when absent, or the last with a box if that is later. */
  to?: number | null | undefined;
  /** ID of the video. */
  videoId: string | number;
};

/** What the label of an annotation names: an ontology type of a persona, or an object of a world. */
export type AnnotationKind =
  | 'OBJECT'
  | 'TYPE';

/** Where an annotation comes from. */
export type AnnotationSource =
  | 'DETECTION'
  | 'IMPORT'
  | 'INTERPOLATION'
  | 'MANUAL'
  | 'TRACKING';

/** Videos to put into a project, and who is to annotate them. */
export type AssignProjectVideosInput = {
  /** ID of the user who is to annotate the videos; null or absent for nobody in particular. */
  assignedUserId?: string | number | null | undefined;
  /** ID of the project. */
  projectId: string | number;
  /** Exact user name of that user, in place of `assignedUserId`. */
  username?: string | null | undefined;
  /** IDs of the videos, 1 to 1000. */
  videoIds: Array<string | number>;
};

/** An ontology type that a persona assigns to an object of the world. */
export type AssignedTypeInput = {
  /** Confidence in the assignment, 0 to 1. */
  confidence?: number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Why the persona assigns the type, in free text. */
  justification?: string | null | undefined;
  /** Interpretations of events only: who takes part, in which role. */
  participants?: Array<ParticipantInput> | null | undefined;
  /** ID of the persona that assigns the type. */
  personaId?: string | number | null | undefined;
  /** ID, within the persona's ontology, of the type. */
  typeId?: string | number | null | undefined;
  /** Name of the assigned type. */
  typeName?: string | null | undefined;
};

/** How a video was assigned to a project: by a person or by a rule. */
export type AssignmentSource =
  | 'MANUAL'
  | 'RULE';

/** Data type of the values of an attribute. */
export type AttributeType =
  | 'BOOLEAN'
  | 'DATE'
  | 'NUMBER'
  | 'STRING';

/** For which persona, domain and kind to suggest ontology types. `prompt` or `domain` is required. */
export type AugmentOntologyInput = {
  /** Text that describes the domain; takes precedence over `prompt`. */
  domain?: string | null | undefined;
  /** Names of types that are not to be suggested; those of this kind in the persona's ontology by default. */
  existingTypes?: Array<string> | null | undefined;
  /** Highest number of suggestions, 1 to 50; 10 by default. */
  maxSuggestions?: number | null | undefined;
  /** ID of the persona. */
  personaId: string | number;
  /** Text that describes the domain; used if `domain` is absent or blank. */
  prompt?: string | null | undefined;
  /** Kind of types to suggest; ENTITY by default. */
  targetCategory?: OntologyTypeKind | null | undefined;
};

/** A bounding-box sequence: boxes on keyframes, and how they move and show between them. */
export type BoxSequenceInput = {
  /** The stored boxes, at least one of them a keyframe. */
  boxes: Array<SequenceBoxInput>;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of frames, keyframes not counted, on which the annotation is visible. */
  interpolatedFrameCount?: number | null | undefined;
  /** How boxes move where no segment says otherwise: LINEAR, EASE_IN_OUT, BEZIER or STEP. */
  interpolationMode?: InterpolationMode | null | undefined;
  /** How boxes move between keyframes. */
  interpolationSegments?: Array<InterpolationSegmentInput> | null | undefined;
  /** Number of keyframes; the server corrects it. */
  keyframeCount?: number | null | undefined;
  /** Number of frames from the first to the last box. */
  totalFrames?: number | null | undefined;
  /** ID of the tracked object. */
  trackId?: string | null | undefined;
  /** Confidence of the tracking, 0 to 1. */
  trackingConfidence?: number | null | undefined;
  /** What tracked the object. */
  trackingSource?: string | null | undefined;
  /** Where the annotation is visible or hidden. */
  visibilityRanges?: Array<VisibilityRangeInput> | null | undefined;
};

/** The new role of a member of a group. */
export type ChangeGroupRoleInput = {
  /** ID of the group. */
  groupId: string | number;
  /** The new role: GROUP_ADMIN or GROUP_MEMBER. GROUP_OWNER is refused. */
  role: GroupRole;
  /** ID of the user. */
  userId: string | number;
};

/** What was done with a thing: it was made, changed or deleted. */
export type ChangeOperation =
  | 'DELETE'
  | 'INSERT'
  | 'UPDATE';

/** The new role of a member of a project. */
export type ChangeProjectRoleInput = {
  /** ID of the project. */
  projectId: string | number;
  /** Role in the project. PROJECT_OWNER is refused. */
  role: ProjectRole;
  /** ID of the user. */
  userId: string | number;
};

/** Through what a change was made. SESSION: signed in. TOKEN: by a token of a program. JOB: by a job. SCHEDULE: by periodic work of the server. */
export type ChangeVia =
  | 'JOB'
  | 'SCHEDULE'
  | 'SESSION'
  | 'TOKEN';

/** Sound that a claim rests on. */
export type ClaimAudio =
  | 'NON_SPEECH'
  | 'SPEECH';

/** Content of a picture, or of the metadata of a video, that a claim rests on. */
export type ClaimContent =
  | 'NON_TEXT'
  | 'TEXT';

/** Sort order of a list of Claim. Items without a value come last; ties are broken by ID. */
export type ClaimOrder = {
  /** Direction to sort in. */
  direction: OrderDirection;
  /** Field to sort by. */
  field: ClaimOrderField;
};

/** Field that a list of Claim can be sorted by. */
export type ClaimOrderField =
  | 'CONFIDENCE'
  | 'CREATED_AT'
  | 'UPDATED_AT';

/** How a claim is made: by a person (MANUAL), or by a model that makes a claim for each sentence (SENTENCE_BASED) or for each single statement (SEMANTIC_UNITS), or main statements with details as subclaims (HIERARCHICAL). */
export type ClaimStrategy =
  | 'HIERARCHICAL'
  | 'MANUAL'
  | 'SEMANTIC_UNITS'
  | 'SENTENCE_BASED';

/** What the summary of a claim describes: a video or a collection. */
export type ClaimSummaryType =
  | 'COLLECTION'
  | 'VIDEO';

/** The type that a class of the detector becomes. */
export type ClassTypeInput = {
  /** Name of the class. */
  label: string;
  /** The `key` of the type; must be a type of the persona. */
  typeId: string;
};

/** What holds the members of a collection together. */
export type CollectionType =
  | 'ALTERNATIVE'
  | 'ANCHORED'
  | 'CALENDAR'
  | 'COMPLEX'
  | 'FUNCTIONAL'
  | 'GROUP'
  | 'HABITUAL'
  | 'IRREGULAR'
  | 'ITERATION'
  | 'KIND'
  | 'PERIODIC'
  | 'PORTION'
  | 'SEQUENCE'
  | 'STAGE'
  | 'VARIANT';

/** A control point of a cubic Bézier curve: x is the time and y the way, both from 0 to 1. */
export type ControlPointInput = {
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Part of the time, 0 to 1. */
  x: number;
  /** Part of the way. */
  y: number;
};

/** Coordinate system of a location. */
export type CoordinateSystem =
  | 'CARTESIAN'
  | 'GPS'
  | 'RELATIVE';

/** A point: latitude, longitude and altitude for GPS, x, y and z in the units of any other coordinate system. */
export type CoordinatesInput = {
  /** Altitude in metres. */
  altitude?: number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Latitude in degrees, positive to the north. */
  latitude?: number | null | undefined;
  /** Longitude in degrees, positive to the east. */
  longitude?: number | null | undefined;
  /** Position on the first axis. */
  x?: number | null | undefined;
  /** Position on the second axis. */
  y?: number | null | undefined;
  /** Position on the third axis. */
  z?: number | null | undefined;
};

/** An annotation to create. */
export type CreateAnnotationInput = {
  /** Confidence in the annotation, 0 to 1; 1 by default. */
  confidence?: number | null | undefined;
  /** The bounding-box sequence: an object with `boxes`, at least one of them a keyframe. */
  frames: BoxSequenceInput;
  /** What is annotated: the `key` of an ontology type or of a world object, or free text; not empty. */
  label: string;
  /** Kind of world object that `label` names; null or absent if it names none. */
  linkType?: LinkType | null | undefined;
  /** ID of the persona from whose perspective the annotation is made; required if `type` is `type`. */
  personaId?: string | number | null | undefined;
  /** ID of the project to put it into, none if null. If absent, the persona's project, where the viewer may create annotations in it. */
  projectId?: string | number | null | undefined;
  /** Where the annotation comes from, in a word of at most 50 characters such as manual or import; manual by default. */
  source?: AnnotationSource | null | undefined;
  /** TYPE if `label` names an ontology type, OBJECT if it names a world object, or another word of at most 50 characters. */
  type: AnnotationKind;
  /** ID of the video, at most 255 characters. The video need not exist yet; one that the viewer may not see is refused. */
  videoId: string | number;
};

/** The API key to store. */
export type CreateApiKeyInput = {
  /** The API key, at most 8192 characters; space around it is removed. It is stored encrypted. */
  key: string;
  /** Display name, 1 to 255 characters. */
  keyName: string;
  /** Name of the provider, such as `anthropic`, `openai` or `google`: 1 to 50 characters, kept in lower case. At most one key of each provider is stored. */
  provider: string;
  /** True to store the key in the shared pool, for administrators only; otherwise it is the caller's own. */
  shared?: boolean | null | undefined;
};

/** A claim to be added to a summary. */
export type CreateClaimInput = {
  /** Sound it rests on: SPEECH, NON_SPEECH, or both. */
  audio?: Array<ClaimAudio> | null | undefined;
  /** `key` of the world event that it is about. */
  claimEventId?: string | number | null | undefined;
  /** `key` of the location, a world entity, that it is about. */
  claimLocationId?: string | number | null | undefined;
  /** How it is claimed, as rich text: believes, states. */
  claimRelation?: Array<GlossItemInput> | null | undefined;
  /** `key` of the world time that it is about. */
  claimTimeId?: string | number | null | undefined;
  /** Who makes the claim, as rich text. */
  claimerGloss?: Array<GlossItemInput> | null | undefined;
  /** Kind of whoever makes the claim, such as `person`. */
  claimerType?: string | null | undefined;
  /** Free-text comment on the claim. */
  comment?: string | null | undefined;
  /** Confidence in the claim, 0 to 1. */
  confidence?: number | null | undefined;
  /** Evidence it rests on: sentences of the summary with their frames and boxes. Times are in seconds, boxes in fractions of the picture. */
  evidence?: Array<EvidenceInput> | null | undefined;
  /** How it was extracted; MANUAL when absent. */
  extractionStrategy?: ClaimStrategy | null | undefined;
  /** Rich text of the claim; may be absent, but not null. */
  gloss?: Array<GlossItemInput> | null | undefined;
  /** Video metadata it rests on: TEXT, NON_TEXT, or both. */
  metadata?: Array<ClaimContent> | null | undefined;
  /** Name of the model that extracted the claim. */
  modelUsed?: string | null | undefined;
  /** ID of its parent claim, of the same summary. */
  parentClaimId?: string | number | null | undefined;
  /** ID of the summary. */
  summaryId: string | number;
  /** What the summary describes: a video (when absent) or a collection. */
  summaryType?: ClaimSummaryType | null | undefined;
  /** The statement, as plain text; blank text is refused. */
  text: string;
  /** Where in the text of the summary it stands. */
  textSpans?: Array<TextSpanInput> | null | undefined;
  /** Picture content it rests on: TEXT, NON_TEXT, or both. */
  video?: Array<ClaimContent> | null | undefined;
};

/** A relation from one claim to another, to be created. */
export type CreateClaimRelationInput = {
  /** Confidence in the relation, 0 to 1. */
  confidence?: number | null | undefined;
  /** Free-text note on the relation. */
  notes?: string | null | undefined;
  /** ID of a relation type of the persona's ontology, or any other word. */
  relationTypeId: string;
  /** ID of the claim it starts from. */
  sourceClaimId: string | number;
  /** Where in the text of the source it applies. */
  sourceSpans?: Array<TextSpanInput> | null | undefined;
  /** ID of the claim it points to; must be another claim. */
  targetClaimId: string | number;
  /** Where in the text of the target it applies. */
  targetSpans?: Array<TextSpanInput> | null | undefined;
};

/** What the file is to hold. */
export type CreateExportInput = {
  /** With the contents `agreement`, which take nothing else: the video and how it is compared. */
  agreement?: AgreementExportInput | null | undefined;
  /** Only annotations of these kinds: type, object. */
  annotationTypes?: Array<AnnotationKind> | null | undefined;
  /** What the file holds. */
  contents?: ExportFile | null | undefined;
  /** Format of the file; NDJSON by default. */
  format?: ExportFormat | null | undefined;
  /** Include the interpolated boxes between keyframes. */
  includeInterpolated?: boolean | null | undefined;
  /** With interpolated boxes: include those where the object is invisible. */
  includeInvisible?: boolean | null | undefined;
  /** Only annotations of these personas. */
  personaIds?: Array<string | number> | null | undefined;
  /** With the scope PROJECT: ID of the project. With OWN: ID of the project whose world is meant, instead of the personal one. */
  projectId?: string | number | null | undefined;
  /** Only annotations, claims and summaries in these states of review: open, accepted, rejected. */
  reviewStates?: Array<ReviewState> | null | undefined;
  /** Whose content; OWN when absent. */
  scope?: ExportScope | null | undefined;
  /** Only annotations on these videos. */
  videoIds?: Array<string | number> | null | undefined;
};

/** The group to create. */
export type CreateGroupInput = {
  /** ID of the user who becomes the owner of the group; the caller when absent. For administrators only. */
  creatorId?: string | number | null | undefined;
  /** Description of the group. */
  description?: string | null | undefined;
  /** Display name, not empty. */
  name: string;
  /** Unique short name: lower-case letters and digits in words joined by hyphens, at most 100 characters. It cannot be changed later. */
  slug: string;
};

/** The row to add to the permission table. VALIDATION_ERROR if it would have no effect, CONFLICT if it exists already. */
export type CreatePermissionInput = {
  /** Action to allow: CREATE, READ, UPDATE, DELETE, SHARE, EXPORT, ASSIGN, MANAGE_MEMBERS, FORK, REVIEW, or MANAGE for all of them. */
  action: PermissionAction;
  /** True to allow the action only on what the user has made; false when absent. */
  ownOnly?: boolean | null | undefined;
  /** Type of the resources: ANNOTATION, SUMMARY, CLAIM, PERSONA, WORLD_STATE, VIDEO, PROJECT, GROUP or USER. */
  resourceType: Kind;
  /** Role in this scope: GROUP_OWNER, GROUP_ADMIN or GROUP_MEMBER; PROJECT_OWNER, PROJECT_MANAGER, ANNOTATOR, REVIEWER or VIEWER. */
  role: PermissionRole;
  /** Where the role is held: GROUP or PROJECT. A row for SYSTEM would have no effect and is refused. */
  scope: PermissionScope;
};

/** A persona to create. */
export type CreatePersonaInput = {
  /** Further details in free text; null or absent for none. */
  details?: string | null | undefined;
  /** Whether lists leave it out unless hidden personas are asked for. False by default. */
  hidden?: boolean | null | undefined;
  /** What the analyst wants to learn from the videos, not empty. */
  informationNeed: string;
  /** Whether a system generated it rather than a person; ignored unless an administrator sends it. False by default. */
  isSystemGenerated?: boolean | null | undefined;
  /** Name to display, not empty. */
  name: string;
  /** ID of the project to put it into; in no project if null or absent. */
  projectId?: string | number | null | undefined;
  /** Role of the analyst whose perspective it is, not empty. */
  role: string;
};

/** The project to create. */
export type CreateProjectInput = {
  /** Description of the project. */
  description?: string | null | undefined;
  /** Display name, not empty. */
  name: string;
  /** The owner; the caller when absent. */
  owner?: ProjectOwnerInput | null | undefined;
  /** Settings for front ends. The server stores them without interpreting them; an empty object when absent. */
  settings?: Record<string, unknown> | null | undefined;
  /** Unique short name: lower-case letters and digits in words joined by hyphens, at most 100 characters. It cannot be changed later. */
  slug: string;
};

/** The token to make. */
export type CreateTokenInput = {
  /** When the token expires; 90 days from now when absent, or as long as the server allows where that is less. Null for never, where the server allows it (TOKENS_MAX_DAYS). */
  expiresAt?: string | null | undefined;
  /** What the token is for, 1 to 255 characters. */
  name: string;
  /** IDs of at most 100 projects, in each of which the user has a role: the token reaches nothing outside of them. Not limited when absent or null. */
  projectIds?: Array<string | number> | null | undefined;
  /** What the token is to be good for, at least one. ADMIN is for administrators, and not for tokens that are limited to projects. */
  scopes: Array<TokenScope>;
};

/** The account to create. */
export type CreateUserInput = {
  /** Display name, 1 to 255 characters. */
  displayName: string;
  /** E-mail address; none when absent, null or empty. CONFLICT if it is taken. */
  email?: string | null | undefined;
  /** Whether the account is an administrator; false when absent. */
  isAdmin?: boolean | null | undefined;
  /** Password, at least 6 characters. By default, very common passwords are refused. */
  password: string;
  /** The role in place of `isAdmin`: SYSTEM_ADMIN for true, USER for false. Refused if both are given and disagree. */
  systemRole?: SystemRole | null | undefined;
  /** Name to sign in with: 1 to 255 letters and digits of one script and signs of ASCII, without spaces. CONFLICT if it is taken in any spelling, whether it differs in case or in letters that look alike. */
  username: string;
};

/** An assignment rule to create. */
export type CreateVideoAssignmentRuleInput = {
  /** 1 to 100 conditions, all of which a video must meet. */
  conditions: Array<RuleConditionInput>;
  /** What the rule is for, in free text; null or absent for none. */
  description?: string | null | undefined;
  /** Whether the rule is active, that is, assigns videos when the rules are evaluated; true by default. */
  isActive?: boolean | null | undefined;
  /** Name to display, not empty. */
  name: string;
  /** ID of the user, project or group that is the target; it must exist. */
  targetId: string | number;
  /** Kind of target to which the rule assigns videos; only rules for projects take effect. */
  targetType: RuleTarget;
};

/** The webhook to make. */
export type CreateWebhookInput = {
  /** Whether messages are sent. What happens while it is inactive is sent once it is active again. */
  isActive?: boolean | null | undefined;
  /** Kinds of things to tell of; all kinds of content when absent. */
  kinds?: Array<Kind> | null | undefined;
  /** ID of the project to tell of; absent or null for everything, which only administrators may ask for. */
  projectId?: string | number | null | undefined;
  /** Address to send messages to, with http or https, at a host that the server allows. */
  url: string;
  /** Whether messages also hold `lines`: how what has changed is now, as the feed of changes has it, as far as the maker may export it. At most 1 MB a message. */
  withContent?: boolean | null | undefined;
};

/** An annotation or a claim that a decision is about, and the version that was seen. */
export type DecidedThingInput = {
  /** ID of the annotation or claim. */
  id: string | number;
  /** The version that was seen; a later version opens the disagreement again. */
  version: number;
};

/** The annotation to delete. */
export type DeleteAnnotationInput = {
  /** ID of the annotation. */
  id: string | number;
  /** Refuse the deletion with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** ID of the annotation's video; NOT_FOUND if the annotation belongs to another one. */
  videoId: string | number;
};

/** The stored API key to delete. */
export type DeleteApiKeyInput = {
  /** ID of the stored API key. */
  id: string | number;
  /** True if the key is one of the shared pool, for administrators only; otherwise it is one of the caller's own. */
  shared?: boolean | null | undefined;
};

/** The ontology type to delete. */
export type DeleteOntologyTypeInput = {
  /** Refuse the deletion with PRECONDITION_FAILED unless the ontology is at this version. */
  ifVersion?: number | null | undefined;
  /** ID of the type inside the ontology, unique among types of its kind. */
  key: string | number;
  /** Kind of the type: entity, event, role or relation type. */
  kind: OntologyTypeKind;
  /** ID of the persona that defines the type. */
  personaId: string | number;
};

/** The user account to delete, and what happens to its content. */
export type DeleteUserInput = {
  /** What happens to the user's content in projects and to content that others depend on; KEEP when absent. */
  content?: UserContent | null | undefined;
  /** ID of the user. The caller's own account cannot be deleted (FORBIDDEN). */
  id: string | number;
  /** ID of the user who receives the content, another user with an active account. Required with TRANSFER, refused otherwise. */
  transferTo?: string | number | null | undefined;
};

/** What to detect in a whole video, and the persona whose types the objects get. */
export type DetectInVideoInput = {
  /** Lowest confidence of the detections to keep, 0 to 1; 0.3 by default. */
  confidenceThreshold?: number | null | undefined;
  /** How many frames of each second are searched, 0.1 to 5; 1 by default. Objects are interpolated in between. */
  framesPerSecond?: number | null | undefined;
  /** The query in words, at most 10,000 characters; if absent, it is built from the names of the persona's entity types. */
  manualQuery?: string | null | undefined;
  /** ID of the persona whose types the detected objects get; NOT_FOUND if the viewer may not use it. */
  personaId: string | number;
  /** Types for classes of the detector, at most 100. Other classes get the type of the persona that they stand for; what stands for none is not kept. */
  types?: Array<ClassTypeInput> | null | undefined;
  /** ID of the video. */
  videoId: string | number;
};

/** What to look for in a video, and in which frames. `manualQuery` or `personaId` is required. */
export type DetectObjectsInput = {
  /** Lowest confidence of the detections to return, 0 to 1; 0.3 by default. */
  confidenceThreshold?: number | null | undefined;
  /** Whether to recognise the same object across frames (`trackId`); false by default. */
  enableTracking?: boolean | null | undefined;
  /** Number of a single frame to search, counted from 0; not used if `frameNumbers` is given. */
  frame?: number | null | undefined;
  /** Numbers of the frames to search, at most 500, counted from 0. The first, middle and last frame if no frame is given. */
  frameNumbers?: Array<number> | null | undefined;
  /** The query in words, at most 10,000 characters; required without `personaId`. */
  manualQuery?: string | null | undefined;
  /** ID of the persona from whose types and world objects the query is built unless `manualQuery` is given; NOT_FOUND if the viewer may not read it. */
  personaId?: string | number | null | undefined;
  /** Which parts of the persona's vocabulary the query names, each true or false: include{Entity,Event,Role,Relation}Types, include{Entity,Event,Location,Time}Instances, and include...Glosses (includeEntityGlosses, includeEntityInstanceGlosses) for their descriptions. Only includeEntityTypes is true by default. */
  queryOptions?: Record<string, unknown> | null | undefined;
  /** ID of the video. */
  videoId: string | number;
};

/** In what personas disagree: a track that some do not have, its type, its world object, its place or its time; claims that say the opposite, or a claim that only one persona makes. */
export type DisagreementKind =
  | 'CLAIM'
  | 'MISSING'
  | 'OBJECT'
  | 'OPPOSED'
  | 'PLACE'
  | 'TIME'
  | 'TYPE';

/** Whether a disagreement is settled. OPEN: it is not, or what it is about was changed since. SETTLED: a decision that the caller may read settles it. */
export type DisagreementState =
  | 'OPEN'
  | 'SETTLED';

/** What a model does with a text that a person has written or edited: it refuses to write, or replaces the text. */
export type EditedTextPolicy =
  | 'REFUSE'
  | 'REPLACE';

/** A collection of entities that belong together. */
export type EntityCollectionInput = {
  /** Properties that the entities have in common, as they were sent. */
  aggregateProperties?: unknown;
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** What holds the members of the collection together; exports write group if it is absent. */
  collectionType?: CollectionType | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** IDs, within the world, of the entities in the collection. */
  entityIds?: Array<string | number> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** The ontology types that personas assign to it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

/** A person, a thing or, with a `locationType`, a location. */
export type EntityInput = {
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** Corners of the outline of a location. */
  boundary?: Array<CoordinatesInput> | null | undefined;
  /** Area in which a location lies. */
  boundingBox?: GeographicBoundsInput | null | undefined;
  /** Coordinate system of a location: GPS, cartesian or relative. */
  coordinateSystem?: CoordinateSystem | null | undefined;
  /** Position of a location. */
  coordinates?: CoordinatesInput | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Source from which it was imported. */
  importedFrom?: string | null | undefined;
  /** ID in an external knowledge base, such as Wikidata. */
  kbId?: string | null | undefined;
  /** URL of its page in the external knowledge base. */
  kbUrl?: string | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Makes the entity a location: point or extent. */
  locationType?: LocationType | null | undefined;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** Kind of entity, in a word. */
  type?: string | null | undefined;
  /** The ontology types that personas assign to it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

/** A collection of events that belong together. */
export type EventCollectionInput = {
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** What holds the members of the collection together; exports write sequence if it is absent. */
  collectionType?: CollectionType | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** IDs, within the world, of the events in the collection. */
  eventIds?: Array<string | number> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** How the events are composed, as it was sent. */
  structure?: unknown;
  /** ID, within the world, of the time collection at whose times the events happen. */
  timeCollectionId?: string | number | null | undefined;
  /** The ontology types that personas assign to it. */
  typeAssignments?: Array<AssignedTypeInput> | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

/** Something that happens. */
export type EventInput = {
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** ID, within the world, of the time at which the event ends. */
  endTimeId?: string | number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Source from which it was imported. */
  importedFrom?: string | null | undefined;
  /** The event types that personas assign to the event. */
  interpretations?: Array<AssignedTypeInput> | null | undefined;
  /** ID in an external knowledge base, such as Wikidata. */
  kbId?: string | null | undefined;
  /** URL of its page in the external knowledge base. */
  kbUrl?: string | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** ID, within the world, of the location where it happens. */
  locationId?: string | number | null | undefined;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** IDs, within the world, of the entities that take part. */
  participantIds?: Array<string | number> | null | undefined;
  /** ID, within the world, of the time at which the event starts. */
  startTimeId?: string | number | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

/** A box that is evidence, in a frame; x, y, width and height are fractions of the picture, 0 to 1. */
export type EvidenceBoxInput = {
  /** Confidence, 0 to 1; null when unknown. */
  confidence?: number | null | undefined;
  /** Height, as a fraction of the picture height. */
  height: number;
  /** Class of the detected object, or the text that was read in the box. */
  label: string;
  /** The `key` of the type of the persona that the label stood for when the summary was made; null when there was none. */
  typeId?: string | null | undefined;
  /** Name that the type `typeId` had then. */
  typeName?: string | null | undefined;
  /** Width, as a fraction of the picture width. */
  width: number;
  /** Left edge, as a fraction of the picture width. */
  x: number;
  /** Top edge, as a fraction of the picture height. */
  y: number;
};

/** A frame of the video that is evidence for a statement. */
export type EvidenceFrameInput = {
  /** Where in the frame the evidence is; null or empty when it is the whole frame. */
  boxes?: Array<EvidenceBoxInput> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber: number;
  /** Seconds from the start of the video; null when unknown. */
  timestamp?: number | null | undefined;
};

/** Evidence for a sentence of a summary or for a claim: where in the video it was found. */
export type EvidenceInput = {
  /** Confidence, 0 to 1; null when unknown. */
  confidence?: number | null | undefined;
  /** End, in seconds of the video; null when the evidence is the whole video. */
  endTime?: number | null | undefined;
  /** Frames that show it; the built-in model service gives at most 12. */
  frames?: Array<EvidenceFrameInput> | null | undefined;
  /** Kind of evidence: `measured` signals, objects `seen`, text `read` or speech `heard`; a `note` is a sentence in which the model speaks of itself, of which no claim is made. */
  source: string;
  /** Start, in seconds of the video; null when the evidence is the whole video. */
  startTime?: number | null | undefined;
  /** The sentence of the summary that the evidence supports. */
  text: string;
};

/** What an export file holds: everything, one part of it, or what several personas say about a video (AGREEMENT). */
export type ExportFile =
  | 'AGREEMENT'
  | 'ALL'
  | 'ANNOTATIONS'
  | 'PERSONAS'
  | 'SUMMARIES'
  | 'VIDEOS'
  | 'WORLD';

/** Which annotations an export holds; an absent or empty list lets all pass. */
export type ExportFilter = {
  /** Only annotations of these kinds: type, object. */
  annotationTypes?: Array<AnnotationKind> | null | undefined;
  /** Include the interpolated boxes between keyframes. */
  includeInterpolated?: boolean | null | undefined;
  /** With interpolated boxes: include those where the object is invisible. */
  includeInvisible?: boolean | null | undefined;
  /** Only annotations of these personas. */
  personaIds?: Array<string | number> | null | undefined;
  /** Only annotations, claims and summaries in these states of review: open, accepted, rejected. */
  reviewStates?: Array<ReviewState> | null | undefined;
  /** Only annotations on these videos. */
  videoIds?: Array<string | number> | null | undefined;
};

/** Format of an export file. Those of other tools are made of annotations; MOT, CVAT and WebVTT hold one video. */
export type ExportFormat =
  | 'COCO'
  | 'CVAT'
  | 'JSON'
  | 'MOT'
  | 'MOT_LABELS'
  | 'NDJSON'
  | 'WEBVTT';

/** Whose content an export holds: the caller's (OWN), that of a project as far as the caller may export it (PROJECT), or everything (ALL), for administrators. */
export type ExportScope =
  | 'ALL'
  | 'OWN'
  | 'PROJECT';

/** The settings with which a model is to extract claims from the text of a summary. */
export type ExtractClaimsInput = {
  /** Give the model up to 15 annotation labels; false when absent. */
  includeAnnotations?: boolean | null | undefined;
  /** Give the model the persona's types; false when absent. */
  includeOntology?: boolean | null | undefined;
  /** Maximum number of claims with subclaims, 1 to 200; 50 when absent. */
  maxClaims?: number | null | undefined;
  /** Minimum confidence of a claim, 0 to 1; 0.5 when absent. */
  minConfidence?: number | null | undefined;
  /** ADD_NEW (when absent) adds what the summary does not have yet; what a person has edited does not come again in the words of the model. REPLACE first deletes what models made and nobody has changed, related, shared or added to. */
  mode?: ExtractionMode | null | undefined;
  /** What to tell of the types: NAMES_ONLY (when absent), also their glosses (NAMES_AND_GLOSSES), or also their whole documents (FULL, FULL_DEFINITIONS). */
  ontologyDepth?: OntologyDepth | null | undefined;
  /** Make references of names in the claims: of types where the ontology is included, of world objects and labels where annotations are. True when absent. */
  references?: boolean | null | undefined;
  /** SENTENCE_BASED (when absent), SEMANTIC_UNITS or HIERARCHICAL: a claim for each sentence, for each single statement, or main statements with details as subclaims. */
  strategy?: ClaimStrategy | null | undefined;
  /** ID of the summary; refused if it has no text. */
  summaryId: string | number;
};

/** How claims that a model finds are added to those of the summary. */
export type ExtractionMode =
  | 'ADD_NEW'
  | 'REPLACE';

/** The share to fork, and where the copy of a summary or claim goes. Members that are not for the kind are ignored. */
export type ForkShareInput = {
  /** For a summary: ID of the persona of the copy; when absent, the summary's persona is copied too. For a claim: ID of the persona under which a summary of the same video is found or created; ignored with `summaryId`. */
  personaId?: string | number | null | undefined;
  /** For a persona, and for a summary whose persona is copied too: name of the copied persona; that of the source when absent. */
  personaName?: string | null | undefined;
  /** ID of the share. */
  shareId: string | number;
  /** For a claim: ID of a summary of the caller that receives the copy. When absent, the claim's own summary is used if it is the caller's and no `personaId` is given; otherwise one of the same video is found or created. */
  summaryId?: string | number | null | undefined;
};

/** How a summary combines picture and sound: analysed one after the other (SEQUENTIAL), matched by time (TIMESTAMP_ALIGNED), by one multimodal model (NATIVE_MULTIMODAL) or weighed together (HYBRID). */
export type FusionStrategy =
  | 'HYBRID'
  | 'NATIVE_MULTIMODAL'
  | 'SEQUENTIAL'
  | 'TIMESTAMP_ALIGNED';

/** The bounds of an area, in degrees and metres. */
export type GeographicBoundsInput = {
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Upper edge: highest altitude in metres. */
  maxAltitude?: number | null | undefined;
  /** Northern edge: highest latitude in degrees. */
  maxLatitude?: number | null | undefined;
  /** Eastern edge: highest longitude in degrees. */
  maxLongitude?: number | null | undefined;
  /** Lower edge: lowest altitude in metres. */
  minAltitude?: number | null | undefined;
  /** Southern edge: lowest latitude in degrees. */
  minLatitude?: number | null | undefined;
  /** Western edge: lowest longitude in degrees. */
  minLongitude?: number | null | undefined;
};

/** One item of rich text: a piece of plain text, or a reference. */
export type GlossItemInput = {
  /** For `text`, the text itself. For a reference, the ID of its target; for a `claimRef` with `refClaimId`, the text to show, such as `[1]`. */
  content: string;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** For `claimRef`: ID of the claim, unless `content` is that ID. */
  refClaimId?: string | number | null | undefined;
  /** For `typeRef`: ID of the persona that defines the type. In the ontology of a persona, absence means that persona. */
  refPersonaId?: string | number | null | undefined;
  /** Kind of the referenced type or world object, such as ENTITY. */
  refType?: GlossRefType | null | undefined;
  /** Kind of the item: TEXT, or a reference to a type of an ontology (TYPE_REF), to a world object (OBJECT_REF), to an annotation (ANNOTATION_REF) or to a claim (CLAIM_REF). */
  type: GlossItemType;
};

/** Kind of an item of rich text: plain text, or a reference. */
export type GlossItemType =
  | 'ANNOTATION_REF'
  | 'CLAIM_REF'
  | 'OBJECT_REF'
  | 'TEXT'
  | 'TYPE_REF';

/** Kind of the type or the world object that an item of rich text refers to. Some clients write those of objects with _OBJECT; a word outside of these reads as null. */
export type GlossRefType =
  | 'ENTITY'
  | 'ENTITY_COLLECTION'
  | 'ENTITY_OBJECT'
  | 'EVENT'
  | 'EVENT_COLLECTION'
  | 'EVENT_OBJECT'
  | 'LOCATION'
  | 'LOCATION_OBJECT'
  | 'RELATION'
  | 'ROLE'
  | 'TIME'
  | 'TIME_COLLECTION'
  | 'TIME_OBJECT';

/** Role of a member in a group: an owner has the most rights, then admins, then members. The permission table holds the details. */
export type GroupRole =
  | 'GROUP_ADMIN'
  | 'GROUP_MEMBER'
  | 'GROUP_OWNER';

/** An object. */
export type IdInput = {
  /** The `id` of the object. */
  id: string | number;
};

/** How boxes move between keyframes where no segment says otherwise. */
export type InterpolationMode =
  | 'BEZIER'
  | 'EASE_IN_OUT'
  | 'LINEAR'
  | 'STEP';

/** How the box moves in a range of frames. */
export type InterpolationSegmentInput = {
  /** For `bezier`: the two control points. */
  controlPoints?: Array<ControlPointInput> | null | undefined;
  /** Number of the last frame, counted from 0; it belongs to the range. */
  endFrame: number;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the first frame, counted from 0. */
  startFrame: number;
  /** Kind of movement: LINEAR, BEZIER, EASE_IN, EASE_OUT, EASE_IN_OUT or HOLD. */
  type: InterpolationType;
};

/** How a box moves in a range of frames. */
export type InterpolationType =
  | 'BEZIER'
  | 'EASE_IN'
  | 'EASE_IN_OUT'
  | 'EASE_OUT'
  | 'HOLD'
  | 'LINEAR';

/** What became of an invitation. OPEN: not answered yet. ACCEPTED: the user is a member by it. DECLINED: the user does not want to be one. */
export type InvitationStatus =
  | 'ACCEPTED'
  | 'DECLINED'
  | 'OPEN';

/** A user to invite to a project, and the role that they get by accepting. */
export type InviteToProjectInput = {
  /** ID of the project. */
  projectId: string | number;
  /** Role that the user gets by accepting. PROJECT_OWNER is refused. */
  role: InvitedRole;
  /** The user. */
  user: UserReferenceInput;
};

/** Role that an invitation can give. */
export type InvitedRole =
  | 'ANNOTATOR'
  | 'PROJECT_MANAGER'
  | 'REVIEWER'
  | 'VIEWER';

/** Kind of work that a job does. */
export type JobQueue =
  | 'AGREEMENT'
  | 'ASSIGNMENT_RULES'
  | 'CLAIM_EXTRACTION'
  | 'CLAIM_SYNTHESIS'
  | 'EXPORT_WRITING'
  | 'OBJECT_DETECTION'
  | 'OBJECT_TRACKING'
  | 'VIDEO_PROBING'
  | 'VIDEO_SUMMARIZATION';

/** Status of a job. DELAYED: waits for its next attempt; COMPLETED and FAILED are final. */
export type JobStatus =
  | 'ACTIVE'
  | 'COMPLETED'
  | 'DELAYED'
  | 'FAILED'
  | 'QUEUED';

/** A frame of the video that stands for a part of it. */
export type KeyFrameInput = {
  /** Confidence in the description, 0 to 1. */
  confidence?: number | null | undefined;
  /** What the frame shows. */
  description?: string | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber?: number | null | undefined;
  /** Seconds from the start of the video. */
  timestamp?: number | null | undefined;
};

/** Kind of a thing. */
export type Kind =
  | 'AGREEMENT_DECISION'
  | 'ANNOTATION'
  | 'API_KEY'
  | 'API_TOKEN'
  | 'ASSIGNMENT_RULE'
  | 'CLAIM'
  | 'CLAIM_RELATION'
  | 'ENTITY'
  | 'ENTITY_COLLECTION'
  | 'ENTITY_TYPE'
  | 'EVENT'
  | 'EVENT_COLLECTION'
  | 'EVENT_TYPE'
  | 'EXPORT'
  | 'FAILED_SIGN_IN'
  | 'GROUP'
  | 'GROUP_MEMBERSHIP'
  | 'IMPORT'
  | 'JOB'
  | 'ONTOLOGY'
  | 'PERMISSION'
  | 'PERSONA'
  | 'PROJECT'
  | 'PROJECT_AGREEMENT'
  | 'PROJECT_INVITATION'
  | 'PROJECT_MEMBERSHIP'
  | 'RELATION'
  | 'RELATION_TYPE'
  | 'ROLE_TYPE'
  | 'SEQUENCE_PART'
  | 'SESSION'
  | 'SETTING'
  | 'SHARE'
  | 'SUMMARY'
  | 'TIME'
  | 'TIME_COLLECTION'
  | 'TYPE_CORRESPONDENCE'
  | 'USER'
  | 'VIDEO'
  | 'VIDEO_ASSIGNMENT'
  | 'WEBHOOK'
  | 'WORLD_STATE';

/** Kind of world object that the label of an annotation names. LOCATION is an entity with a `locationType`. */
export type LinkType =
  | 'ENTITY'
  | 'ENTITY_COLLECTION'
  | 'EVENT'
  | 'EVENT_COLLECTION'
  | 'LOCATION'
  | 'TIME'
  | 'TIME_COLLECTION';

/** Extent of a location. */
export type LocationType =
  | 'EXTENT'
  | 'POINT';

/** User name and password to sign in with. */
export type LoginInput = {
  /** Password of the account. */
  password: string;
  /** True for a session of at least 30 days; otherwise it lasts as long as the server is configured for. */
  rememberMe?: boolean | null | undefined;
  /** User name of the account, in any case. */
  username: string;
};

/** The project, and what to compare on its videos. */
export type MeasureAgreementInput = {
  /** The tube IoU from which two tracks can be matched: above 0, at most 1; 0.5 when absent. */
  minIou?: number | null | undefined;
  /** IDs of 2 to 20 personas; one that is named twice counts once. */
  personaIds: Array<string | number>;
  /** ID of the project. */
  projectId: string | number;
  /** Compare only what is in one of these review states; open and accepted when absent. */
  reviewStates?: Array<ReviewState> | null | undefined;
  /** Seed of the random numbers behind the intervals, 0 to 4,294,967,295; 1 when absent. */
  seed?: number | null | undefined;
  /** Compare only the frames whose number it divides; 1 when absent. */
  step?: number | null | undefined;
};

/** Objects to move from one world of the viewer to another. References in them and to them stay as they are. */
export type MoveWorldObjectsInput = {
  /** ID of the project whose world the objects are in; the personal world if null or absent. */
  fromProjectId?: string | number | null | undefined;
  /** IDs, within the world (`key`, not `id`), of 1 to 1,000 different objects of any kind. Refused: one that is not in the first world, or that the second world already has. */
  ids: Array<string | number>;
  /** ID of the project to whose world the objects are moved; the personal world if null or absent. It must be another world. */
  toProjectId?: string | number | null | undefined;
};

/** What somebody did. ACCEPTED, REJECTED, REOPENED: a review. EDITED, COMMENTED, DELETED, RESTORED: of what is the caller's. SHARED: with the caller or a group of theirs. ASSIGNED: a video. INVITED: to a project. ADDED: to a project or a group. */
export type NotificationAct =
  | 'ACCEPTED'
  | 'ADDED'
  | 'ASSIGNED'
  | 'COMMENTED'
  | 'DELETED'
  | 'EDITED'
  | 'INVITED'
  | 'REJECTED'
  | 'REOPENED'
  | 'RESTORED'
  | 'SHARED';

/** How much a model is told of the types of an ontology. */
export type OntologyDepth =
  | 'FULL'
  | 'FULL_DEFINITIONS'
  | 'NAMES_AND_GLOSSES'
  | 'NAMES_ONLY';

/** A type that a persona defines in its ontology. */
export type OntologyTypeInput = {
  /** Properties that the objects of the type have. */
  attributes?: Array<TypeAttributeInput> | null | undefined;
  /** Colour in which to display the type. */
  color?: string | null | undefined;
  /** Constraints on objects of the type, as they were sent. */
  constraints?: unknown;
  /** What the type means, in plain text. */
  definition?: string | null | undefined;
  /** Further description of the type, in plain text. */
  description?: string | null | undefined;
  /** Examples of the type, each in plain text. */
  examples?: Array<string> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** What the type means, in rich text; the definition if there is no other. */
  gloss?: Array<GlossItemInput> | null | undefined;
  /** When it was imported. */
  importedAt?: string | null | undefined;
  /** Source from which it was imported. */
  importedFrom?: string | null | undefined;
  /** ID in an external knowledge base, such as Wikidata. */
  kbId?: string | null | undefined;
  /** URL of its page in the external knowledge base. */
  kbUrl?: string | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Display name. */
  name: string;
  /** ID, within the ontology, of the more general type that this one refines. */
  parentTypeId?: string | number | null | undefined;
  /** Event types only: IDs, within the ontology, of the roles in such an event. */
  roleIds?: Array<string | number> | null | undefined;
  /** Relation types only: kind of object that a relation starts from, such as entity. */
  sourceType?: string | null | undefined;
  /** Relation types only: all kinds of objects that a relation may start from. */
  sourceTypes?: Array<string> | null | undefined;
  /** Other names of the type. */
  synonyms?: Array<string> | null | undefined;
  /** Relation types only: kind of object that a relation points to, such as entity. */
  targetType?: string | null | undefined;
  /** Relation types only: all kinds of objects that a relation may point to. */
  targetTypes?: Array<string> | null | undefined;
};

/** Kind of an ontology type: in which of the four arrays of an ontology it is. */
export type OntologyTypeKind =
  | 'ENTITY'
  | 'EVENT'
  | 'RELATION'
  | 'ROLE';

/** Direction of a sort order. ASC: smallest, earliest or A first. DESC: largest, latest or Z first. */
export type OrderDirection =
  | 'ASC'
  | 'DESC';

/** An entity that takes part in an event, and its role. */
export type ParticipantInput = {
  /** ID, within the world, of the entity. */
  entityId?: string | number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** ID, within the persona's ontology, of the role type. */
  roleTypeId?: string | number | null | undefined;
};

/** Changes to a bounding-box sequence: keyframes to set, boxes to delete, and lists to replace; at least one change. A result that is not a valid sequence is refused. */
export type PatchSequenceInput = {
  /** Numbers of the frames whose stored boxes are deleted, at most 1,000; a frame without a stored box is refused. */
  delete?: Array<number> | null | undefined;
  /** ID of the annotation. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** How boxes move between keyframes: segments that replace those of the sequence. Absent keeps them, null removes them. */
  interpolationSegments?: Array<InterpolationSegmentInput> | null | undefined;
  /** Keyframes to set, at most 1,000. A frame may occur only once in `upsert` and `delete` together. */
  upsert?: Array<SequenceKeyframeInput> | null | undefined;
  /** Where the annotation is visible or hidden: ranges of frames that replace those of the sequence. Absent keeps them, null removes them. */
  visibilityRanges?: Array<VisibilityRangeInput> | null | undefined;
};

/** What a role may do with a resource. MANAGE stands for all actions. */
export type PermissionAction =
  | 'ASSIGN'
  | 'CREATE'
  | 'DELETE'
  | 'EXPORT'
  | 'FORK'
  | 'MANAGE'
  | 'MANAGE_MEMBERS'
  | 'READ'
  | 'REVIEW'
  | 'SHARE'
  | 'UPDATE';

/** Role of a user on the server, in a group or in a project. */
export type PermissionRole =
  | 'ANNOTATOR'
  | 'GROUP_ADMIN'
  | 'GROUP_MEMBER'
  | 'GROUP_OWNER'
  | 'PROJECT_MANAGER'
  | 'PROJECT_OWNER'
  | 'REVIEWER'
  | 'SYSTEM_ADMIN'
  | 'USER'
  | 'VIEWER';

/** Where a role is held: on the server, in a group or in a project. */
export type PermissionScope =
  | 'GROUP'
  | 'PROJECT'
  | 'SYSTEM';

/** The owner of a project: a user or a group. */
export type ProjectOwnerInput =
  {   /** ID of a group, of which the caller must be an owner or admin. */
  groupId: string | number; userId?: never; }
  |  { groupId?: never;   /** ID of a user. Only administrators may give another user's ID. */
  userId: string | number; };

/** Role of a member in a project. Roles and the permission table together decide what a member may do. */
export type ProjectRole =
  | 'ANNOTATOR'
  | 'PROJECT_MANAGER'
  | 'PROJECT_OWNER'
  | 'REVIEWER'
  | 'VIEWER';

/** Whether the server can take requests. */
export type Readiness =
  | 'NOT_READY'
  | 'READY';

/** A rectangle in a picture; the field that holds it says in which unit. */
export type RectangleInput = {
  /** Height, in pixels or as a fraction of the picture's height; above 0. */
  height: number;
  /** Width, in pixels or as a fraction of the picture's width; above 0. */
  width: number;
  /** Left edge, in pixels or as a fraction of the picture's width. */
  x: number;
  /** Upper edge, in pixels or as a fraction of the picture's height. */
  y: number;
};

/** The account to create. */
export type RegisterInput = {
  /** Display name, 1 to 255 characters. */
  displayName: string;
  /** E-mail address; none when absent, null or empty. VALIDATION_ERROR if it is taken. */
  email?: string | null | undefined;
  /** Password, at least 8 characters. By default, very common passwords are refused. */
  password: string;
  /** Name to sign in with: 3 to 50 letters and digits of one script and signs of ASCII, without spaces. VALIDATION_ERROR if it is taken in any spelling, whether it differs in case or in letters that look alike. */
  username: string;
};

/** The member to remove from a group. */
export type RemoveGroupMemberInput = {
  /** ID of the group. */
  groupId: string | number;
  /** ID of the user; the caller's own to leave the group. */
  userId: string | number;
};

/** The member to remove from a project. */
export type RemoveProjectMemberInput = {
  /** ID of the project. */
  projectId: string | number;
  /** ID of the user; the caller's own to leave the project. */
  userId: string | number;
};

/** What to send again. */
export type ReplayWebhookInput = {
  /** ID of the one message to send again, in place of `since`. */
  deliveryId?: string | number | null | undefined;
  /** ID of the webhook. */
  id: string | number;
  /** Position in the log of changes from which on to send everything again, in place of `deliveryId`. */
  since?: string | null | undefined;
};

/** Which video a model is to summarize for which persona, and the settings of the analysis. */
export type RequestSummaryInput = {
  /** Language code of the speech; detected when absent or null. */
  audioLanguage?: string | null | undefined;
  /** Settings passed to the audio model as they are, such as `temperature`. */
  audioOverrides?: Record<string, unknown> | null | undefined;
  /** Whether to analyse the sound too; false when absent. */
  enableAudio?: boolean | null | undefined;
  /** Whether to tell speakers apart; false when absent. */
  enableSpeakerDiarization?: boolean | null | undefined;
  /** Frames to sample per second of video, 1 to 10; 1 when absent. */
  frameSampleRate?: number | null | undefined;
  /** How to combine picture and sound; SEQUENTIAL when absent. */
  fusionStrategy?: FusionStrategy | null | undefined;
  /** Settings passed to the model that writes the summary as they are, such as `temperature`, `top_p` and `max_tokens`. */
  generationOverrides?: Record<string, unknown> | null | undefined;
  /** Maximum number of frames to analyse, 1 to 100; 30 when absent. */
  maxFrames?: number | null | undefined;
  /** What to do where a person has written or edited what the model is to write: REFUSE (when absent) with CONFLICT, whose `editedFields` name it, or REPLACE. What is edited after the request is kept in either case; the job then fails. */
  onEdited?: EditedTextPolicy | null | undefined;
  /** ID of the persona that the summary is for. */
  personaId: string | number;
  /** ID of the video. */
  videoId: string | number;
};

/** The thing, and the version that it is to go back to. */
export type RestoreVersionInput = {
  /** ID of the thing: of a type or an ontology that of its persona, of an object of a world that of the world. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** Kind of the thing. */
  kind: Kind;
  /** ID of a type within its ontology, or of an object within its world; required for these and for nothing else. */
  part?: string | number | null | undefined;
  /** What the thing is to go back to. */
  to: VersionReferenceInput;
};

/** Whether somebody has reviewed content: not since it was last edited (OPEN), accepted it or rejected it. */
export type ReviewState =
  | 'ACCEPTED'
  | 'OPEN'
  | 'REJECTED';

/** The session to end. */
export type RevokeSessionInput = {
  /** True to act as administrator and end a session of any user; FORBIDDEN for everybody else. False when absent. */
  asAdministrator?: boolean | null | undefined;
  /** ID of the session. */
  id: string | number;
};

/** The token to revoke. */
export type RevokeTokenInput = {
  /** True to act as administrator and revoke a token of any user; FORBIDDEN for everybody else. False when absent. */
  asAdministrator?: boolean | null | undefined;
  /** ID of the token. */
  id: string | number;
};

/** A condition of a rule: a comparison of one field of a video. */
export type RuleConditionInput = {
  /** Field of the video to compare: a column (filename, path, duration, frameRate, resolution, sourcePlatform, platformVideoId, metadataSyncStatus), a key of its metadata, or a dotted path in the metadata. A column without a value is looked up in the metadata. Not empty. */
  field: string;
  /** How the field is compared with the value. */
  operator: RuleOperator;
  /** Text to compare the field with; a pattern in RE2 syntax for REGEX. It may be empty only for EQUALS. */
  value: string;
};

/** How a condition compares a field with its value as text; case matters. REGEX takes RE2 syntax and may match anywhere in the field. */
export type RuleOperator =
  | 'CONTAINS'
  | 'ENDS_WITH'
  | 'EQUALS'
  | 'REGEX'
  | 'STARTS_WITH';

/** Kind of target of an assignment rule; only rules for projects assign videos. */
export type RuleTarget =
  | 'GROUP'
  | 'PROJECT'
  | 'USER';

/** A type to save in a persona's ontology, and the version that the ontology must have. */
export type SaveOntologyTypeInput = {
  /** Refuse the change with PRECONDITION_FAILED unless the ontology, whose types have no versions of their own, is at this version. If absent, the type is saved whatever others have changed meanwhile. */
  ifVersion?: number | null | undefined;
  /** Kind of the type: entity, event, role or relation type. */
  kind: OntologyTypeKind;
  /** ID of the persona whose ontology it is. */
  personaId: string | number;
  /** The whole type. It replaces the one of this kind with its ID; if there is none, it is added behind the others. */
  type: OntologyTypeInput;
};

/** The summary of a video and persona, to be created or, if there is one, changed: absent fields stay, null clears. */
export type SaveSummaryInput = {
  /** Language code of the speech. */
  audioLanguage?: string | null | undefined;
  /** Name of the model that analysed the sound. */
  audioModelUsed?: string | null | undefined;
  /** Transcript of the speech, as plain text. */
  audioTranscript?: string | null | undefined;
  /** When the claims were extracted. */
  claimsExtractedAt?: string | null | undefined;
  /** Format version of the claims, such as `1.0`. */
  claimsVersion?: string | null | undefined;
  /** Free-text comment on the summary. */
  comment?: string | null | undefined;
  /** Confidence in the summary, 0 to 1. */
  confidence?: number | null | undefined;
  /** Evidence for its sentences, as reported by the model that wrote them. Times are in seconds, boxes in fractions of the picture. */
  evidence?: Array<EvidenceInput> | null | undefined;
  /** How picture and sound were combined. */
  fusionStrategy?: FusionStrategy | null | undefined;
  /** Key frames of the video. */
  keyFrames?: Array<KeyFrameInput> | null | undefined;
  /** Only create: refuse with PRECONDITION_FAILED if this video and persona have a summary. */
  onlyNew?: boolean | null | undefined;
  /** ID of the persona. */
  personaId: string | number;
  /** When the sound was analysed. */
  processedAtAudio?: string | null | undefined;
  /** When picture and sound were combined. */
  processedAtFusion?: string | null | undefined;
  /** When the picture was analysed. */
  processedAtVisual?: string | null | undefined;
  /** Seconds that the analysis of the sound took. */
  processingTimeAudio?: number | null | undefined;
  /** Seconds that combining picture and sound took. */
  processingTimeFusion?: number | null | undefined;
  /** Seconds that the analysis of the picture took. */
  processingTimeVisual?: number | null | undefined;
  /** ID of the project to put the summary into; null: no project. When absent, a new summary takes the project of the persona if the caller may create summaries there. */
  projectId?: string | number | null | undefined;
  /** Number of speakers, a whole number from 0. */
  speakerCount?: number | null | undefined;
  /** Text of the summary: a string or an array of rich text items. */
  summary: Array<GlossItemInput>;
  /** Transcript of the speech, in segments with times in seconds. */
  transcriptJson?: TranscriptInput | null | undefined;
  /** ID of the video. */
  videoId: string | number;
  /** Description of what the picture shows. */
  visualAnalysis?: string | null | undefined;
  /** Name of the model that analysed the picture. */
  visualModelUsed?: string | null | undefined;
};

/** How a type of one persona relates to a type of another persona. */
export type SaveTypeCorrespondenceInput = {
  /** ID of the persona of the first type. */
  firstPersonaId: string | number;
  /** ID of the first type within the ontology of its persona. */
  firstTypeId: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** How the first type relates to the second. */
  relation: TypeRelation;
  /** ID of the persona of the second type; must be another persona. */
  secondPersonaId: string | number;
  /** ID of the second type within the ontology of its persona. */
  secondTypeId: string | number;
};

/** The object to save in the viewer's own world, personal or in a project. It replaces the one of its kind with its ID; if there is none, it is added behind the others. */
export type SaveWorldObjectInput = {
  /** Refuse the change with PRECONDITION_FAILED unless the world, whose objects have no versions of their own, is at this version. If absent, the object is saved whatever others have changed meanwhile. */
  ifVersion?: number | null | undefined;
  /** The object. */
  object: WorldObjectInput;
  /** ID of the project in whose world the object is saved; the personal world if absent. */
  projectId?: string | number | null | undefined;
};

/** Which model is to perform a task from now on. */
export type SelectModelInput = {
  /** Name of one of the task's options; an unknown one is refused. */
  modelName: string;
  /** Name of the task, such as `object_detection`; an unknown one is refused. */
  taskType: string;
};

/** Where something is on one frame, in pixels of the video as displayed. */
export type SequenceBoxInput = {
  /** Confidence in the box, 0 to 1. */
  confidence?: number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber: number;
  /** Height in pixels, above 0. */
  height: number;
  /** Whether the box is a keyframe; true when absent. */
  isKeyframe?: boolean | null | undefined;
  /** False hides the annotation from this keyframe to the next. */
  visible?: boolean | null | undefined;
  /** Width in pixels, above 0. */
  width: number;
  /** Left edge, in pixels. */
  x: number;
  /** Upper edge, in pixels. */
  y: number;
};

/** A keyframe to set on one frame. Absent fields keep the values of the box that the frame has, if any. */
export type SequenceKeyframeInput = {
  /** Confidence in the box, 0 to 1. */
  confidence?: number | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber: number;
  /** Height in pixels, above 0. */
  height: number;
  /** False hides the annotation from this keyframe to the next visible one; without effect while the sequence has `visibilityRanges`. */
  visible?: boolean | null | undefined;
  /** Width in pixels, above 0. */
  width: number;
  /** Left edge, in pixels of the video as displayed. */
  x: number;
  /** Upper edge, in pixels of the video as displayed. */
  y: number;
};

/** Whether the server has one user, who need not sign in, or many. */
export type ServerMode =
  | 'MULTI_USER'
  | 'SINGLE_USER';

/** Whether a service answers. */
export type ServiceState =
  | 'OK'
  | 'UNREACHABLE';

/** Which frame of which video a page shows. */
export type SetPresenceInput = {
  /** Frame that the page shows; null when it is left. */
  frame?: number | null | undefined;
  /** What the page calls itself: any text that other pages of the user do not use. */
  page: string;
  /** ID of the video. */
  videoId: string | number;
};

/** A disagreement of personas about a video, and how it is settled. */
export type SettleDisagreementInput = {
  /** ID of the thing to adopt: it is copied into the persona. All things are kept if it is absent. */
  adoptId?: string | number | null | undefined;
  /** In what the personas disagree, from the list of disagreements. */
  kind: DisagreementKind;
  /** Why it is settled so; required if nothing is adopted. */
  note?: string | null | undefined;
  /** ID of the persona for which it is settled; the caller must be allowed to change it. */
  personaId: string | number;
  /** What they disagree about: the things of the disagreement with the versions that were seen. */
  things: Array<DecidedThingInput>;
  /** ID of the video. */
  videoId: string | number;
};

/** What a recipient of a share may do. READ_ONLY: read the resource. FORKABLE: also copy it (`forkShare`) and share it with others. */
export type SharePermission =
  | 'FORKABLE'
  | 'READ_ONLY';

/** Whom a resource is shared with: a user or a group. */
export type ShareReceiverInput =
  {   /** ID of a group. */
  groupId: string | number; userId?: never; username?: never; }
  |  { groupId?: never;   /** ID of a user, not the caller. */
  userId: string | number; username?: never; }
  |  { groupId?: never; userId?: never;   /** Exact user name of a user, not the caller. */
  username: string; };

/** The resource to share, and the user or group to share it with. */
export type ShareResourceInput = {
  /** When the share ends, a time in the future; never when absent. A share passed on by a recipient ends with the recipient's own share at the latest. */
  expiresAt?: string | null | undefined;
  /** What the recipient may do; READ_ONLY when absent. */
  permissionLevel?: SharePermission | null | undefined;
  /** With whom to share it. */
  receiver: ShareReceiverInput;
  /** ID of the resource to share. */
  resourceId: string | number;
  /** Kind of the resource to share. */
  resourceType: Kind;
};

/** Why a correspondence is suggested. KB_ID: both types have the same ID in a knowledge base. NAME: they have the same name. SYNONYM: a name or synonym of one is a synonym of the other. PARENT: the more general type of one corresponds to the other. MEANING: a model finds that names and definitions mean the same. */
export type SuggestionReason =
  | 'KB_ID'
  | 'MEANING'
  | 'NAME'
  | 'PARENT'
  | 'SYNONYM';

/** How a summary is composed of claims. */
export type SynthesisStrategy =
  | 'ANALYTICAL'
  | 'CHRONOLOGICAL'
  | 'HIERARCHICAL'
  | 'NARRATIVE';

/** The settings with which a model is to rewrite a summary from its claims. */
export type SynthesizeSummaryInput = {
  /** Add references to the claims; false when absent. */
  includeCitations?: boolean | null | undefined;
  /** Mention conflicts between claims; true when absent. */
  includeConflicts?: boolean | null | undefined;
  /** Maximum length in characters, 100 to 2000; 500 when absent. */
  maxLength?: number | null | undefined;
  /** What to do where a person has written or edited what the model is to write: REFUSE (when absent) with CONFLICT, whose `editedFields` name it, or REPLACE. What is edited after the request is kept in either case; the job then fails. */
  onEdited?: EditedTextPolicy | null | undefined;
  /** Make references of names of types, world objects and labels in the text. True when absent. */
  references?: boolean | null | undefined;
  /** ID of the summary, whose text is overwritten; refused if it has no claims. */
  summaryId: string | number;
  /** HIERARCHICAL (when absent: main points with their details), CHRONOLOGICAL, NARRATIVE or ANALYTICAL. */
  synthesisStrategy?: SynthesisStrategy | null | undefined;
};

/** Role of an account on the server. SYSTEM_ADMIN: an administrator, who manages accounts and is not bound by the permission table. USER: everybody else. */
export type SystemRole =
  | 'SYSTEM_ADMIN'
  | 'USER';

/** A range of characters in the text of the summary. */
export type TextSpanInput = {
  /** Offset after the last character (exclusive). */
  charEnd: number;
  /** Offset of the first character, counted from 0. */
  charStart: number;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the sentence, counted from 0; null when unknown. */
  sentenceIndex?: number | null | undefined;
};

/** The moments between which a vague time lies. */
export type TimeBoundsInput = {
  /** Earliest possible moment. */
  earliest?: string | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Latest possible moment. */
  latest?: string | null | undefined;
  /** Most likely moment. */
  typical?: string | null | undefined;
};

/** A collection of times that belong together. */
export type TimeCollectionInput = {
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** What holds the members of the collection together; exports write periodic if it is absent. */
  collectionType?: CollectionType | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Cycle that the times belong to, as it was sent. */
  cycle?: unknown;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** How habitual the times are, as it was sent. */
  habituality?: unknown;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** Pattern in which the times follow each other, in a word. */
  pattern?: string | null | undefined;
  /** Rule by which the times recur, as it was sent. */
  recurrence?: unknown;
  /** IDs, within the world, of the times in the collection. */
  timeIds?: Array<string | number> | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

/** A time that is stated relative to another time. */
export type TimeDeixisInput = {
  /** ID, within the world, of the time that is the reference point. */
  anchorTime?: string | number | null | undefined;
  /** Kind of reference point to which the time is relative. */
  anchorType?: string | null | undefined;
  /** Wording of the relative time, such as two days later. */
  expression?: string | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
};

/** A time: a moment or an interval. */
export type TimeObjectInput = {
  /** Certainty of the time, 0 to 1. */
  certainty?: number | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** The other time to which this one is relative. */
  deictic?: TimeDeixisInput | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Moment at which an interval ends. */
  end?: string | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the video frame that the time stands for, counted from 0. */
  frame?: number | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Label to display. */
  label?: string | null | undefined;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** Moment at which an interval starts. */
  start?: string | null | undefined;
  /** Kind of time: instant, interval or vague. */
  type?: TimeType | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
  /** Vagueness in a word: precise, approximate, before, after or between. */
  vagueness?: TimeVagueness | null | undefined;
  /** Vagueness in detail; stored as `vagueness`, in place of the word. */
  vaguenessDetail?: VaguenessInput | null | undefined;
  /** Moment of an instant. */
  value?: string | null | undefined;
  /** Where in videos the time can be seen. */
  videoReferences?: Array<VideoReferenceInput> | null | undefined;
};

/** Kind of a time. */
export type TimeType =
  | 'INSTANT'
  | 'INTERVAL'
  | 'VAGUE';

/** Vagueness of a time in a word. */
export type TimeVagueness =
  | 'AFTER'
  | 'APPROXIMATE'
  | 'BEFORE'
  | 'BETWEEN'
  | 'PRECISE';

/** What a token is good for. READ: everything that only reads, but exports. WRITE: that, and everything that changes something. EXPORT: downloads of NDJSON, and the list of projects. ADMIN: what is for administrators, while the user is one. */
export type TokenScope =
  | 'ADMIN'
  | 'EXPORT'
  | 'READ'
  | 'WRITE';

/** An object in one frame that is to be tracked, and the annotation to create from its track or to extend. */
export type TrackFromInput = {
  /** ID of an annotation of the video that is extended: the tracked boxes take the place of its own, from `frame` as far as they reach. If it is gone by then, or absent, the track becomes a new annotation. */
  annotationId?: string | number | null | undefined;
  /** Where the object is in `frame`, in pixels of the video as displayed. */
  box: RectangleInput;
  /** Number of the last frame to track to, not before `frame`; the end of the video if absent. One job tracks at most 108,000 frames: it fails for a longer range, and stops there if no last frame is given. */
  endFrame?: number | null | undefined;
  /** Number of the frame in which `box` shows the object, counted from 0. */
  frame: number;
  /** What is annotated: the `key` of an ontology type or of a world object, or free text; not empty. */
  label: string;
  /** Kind of world object that `label` names; null or absent if it names none. */
  linkType?: LinkType | null | undefined;
  /** ID of the persona from whose perspective the annotation is made; required if `type` is `type`. */
  personaId?: string | number | null | undefined;
  /** ID of the project to put the annotation into, none if null. If absent, the persona's project, where the viewer may create annotations in it. */
  projectId?: string | number | null | undefined;
  /** How far interpolation between keyframes may deviate from the tracked boxes, as a fraction of the box's side: 0.005 to 0.5; 0.05 by default. */
  tolerance?: number | null | undefined;
  /** TYPE if `label` names an ontology type, OBJECT if it names a world object, or another word of at most 50 characters. */
  type: AnnotationKind;
  /** ID of the video. */
  videoId: string | number;
};

/** Which video to transcribe, and whether to identify its speakers. */
export type TranscribeVideoInput = {
  /** Whether to identify who speaks in each segment (speaker diarization); false by default. */
  enableDiarization?: boolean | null | undefined;
  /** Code of the spoken language, such as en, at most 35 characters; detected if null or absent. */
  language?: string | null | undefined;
  /** Highest number of speakers, at least 1; used with `enableDiarization` only. */
  maxSpeakers?: number | null | undefined;
  /** Lowest number of speakers, at least 1 and at most `maxSpeakers`; used with `enableDiarization` only. */
  minSpeakers?: number | null | undefined;
  /** Exact number of speakers, at least 1, if known; used with `enableDiarization` only. */
  numSpeakers?: number | null | undefined;
  /** ID of the video. */
  videoId: string | number;
};

/** A transcript with timed segments. */
export type TranscriptInput = {
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Language code of the speech; null when unknown. */
  language?: string | null | undefined;
  /** The pieces of the transcript, in the order of time. */
  segments?: Array<TranscriptSegmentInput> | null | undefined;
};

/** A piece of a transcript. */
export type TranscriptSegmentInput = {
  /** Confidence in the text, 0 to 1; null when unknown. */
  confidence?: number | null | undefined;
  /** End, in seconds of the video. */
  end: number;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Who says it; null when unknown. */
  speaker?: string | null | undefined;
  /** Start, in seconds of the video. */
  start: number;
  /** What is said. */
  text: string;
};

/** A property that the objects of an ontology type have. */
export type TypeAttributeInput = {
  /** The values that an attribute of type string may have: one or more different texts, none of them empty. Any value if absent. */
  choices?: Array<string> | null | undefined;
  /** Value of the property where none is given; one of the choices if there are any. */
  defaultValue?: unknown;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Name of the property. */
  name?: string | null | undefined;
  /** Whether the value may differ between the frames of an annotation, as if absent. An attribute with false has one value for the whole annotation. */
  perFrame?: boolean | null | undefined;
  /** Whether every object of the type must have the property. */
  required?: boolean | null | undefined;
  /** Data type of the values: string, number, boolean or date. */
  type?: AttributeType | null | undefined;
};

/** How two types of two personas relate. EXACT: both mean the same. BROADER: the first is more general than the second. NARROWER: the first is more special than the second. RELATED: neither, but they overlap. NONE: they have nothing to do with each other. */
export type TypeRelation =
  | 'BROADER'
  | 'EXACT'
  | 'NARROWER'
  | 'NONE'
  | 'RELATED';

/** Why types of different personas are the same. */
export type TypeRule =
  | 'EXACT'
  | 'KB_ID'
  | 'NAME';

/** The assignment of a video to a project that is to be removed. */
export type UnassignVideoInput = {
  /** ID of the project. */
  projectId: string | number;
  /** ID of the video. */
  videoId: string | number;
};

/** What was deleted. */
export type UndoDeletionInput = {
  /** ID of what was deleted; of a type that of its persona, of an object of a world that of the world. */
  id: string | number;
  /** Kind of what was deleted. */
  kind: Kind;
  /** ID of the type or object within its ontology or world; required for these and for nothing else. */
  part?: string | number | null | undefined;
};

/** Changes to an annotation; absent fields stay as they are. */
export type UpdateAnnotationInput = {
  /** Confidence in the annotation, 0 to 1; null for unknown. */
  confidence?: number | null | undefined;
  /** The bounding-box sequence, which replaces the stored one as a whole. */
  frames?: BoxSequenceInput | null | undefined;
  /** ID of the annotation. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** What is annotated: the `key` of an ontology type or of a world object, or free text; not empty. */
  label?: string | null | undefined;
  /** Kind of world object that `label` names; null if it names none. */
  linkType?: LinkType | null | undefined;
  /** ID of the persona from whose perspective the annotation is made; null for none, refused if `type` is `type`. A persona in a project where the viewer may create annotations moves it into that project, unless `projectId` is given. */
  personaId?: string | number | null | undefined;
  /** ID of the project to move it into; null takes it out of its project. */
  projectId?: string | number | null | undefined;
  /** Where the annotation comes from, in a word of at most 50 characters such as manual or import. */
  source?: AnnotationSource | null | undefined;
  /** TYPE if `label` names an ontology type, OBJECT if it names a world object, or another word of at most 50 characters. */
  type?: AnnotationKind | null | undefined;
};

/** Changes to a stored API key; absent fields stay as they are. */
export type UpdateApiKeyInput = {
  /** ID of the stored API key. */
  id: string | number;
  /** Whether model-service calls may use the key. */
  isActive?: boolean | null | undefined;
  /** The API key that replaces the stored one, at most 8192 characters; space around it is removed. */
  key?: string | null | undefined;
  /** Display name, 1 to 255 characters. */
  keyName?: string | null | undefined;
  /** True if the key is one of the shared pool, for administrators only; otherwise it is one of the caller's own. */
  shared?: boolean | null | undefined;
};

/** Changes to a claim: absent fields stay as they are, null clears a field; `text` and `gloss` cannot be null. */
export type UpdateClaimInput = {
  /** Sound it rests on: SPEECH, NON_SPEECH, or both. */
  audio?: Array<ClaimAudio> | null | undefined;
  /** `key` of the world event that it is about. */
  claimEventId?: string | number | null | undefined;
  /** `key` of the location, a world entity, that it is about. */
  claimLocationId?: string | number | null | undefined;
  /** How it is claimed, as rich text: believes, states. */
  claimRelation?: Array<GlossItemInput> | null | undefined;
  /** `key` of the world time that it is about. */
  claimTimeId?: string | number | null | undefined;
  /** Who makes the claim, as rich text. */
  claimerGloss?: Array<GlossItemInput> | null | undefined;
  /** Kind of whoever makes the claim, such as `person`. */
  claimerType?: string | null | undefined;
  /** Free-text comment on the claim. */
  comment?: string | null | undefined;
  /** Confidence in the claim, 0 to 1. */
  confidence?: number | null | undefined;
  /** Evidence it rests on: sentences of the summary with their frames and boxes. Times are in seconds, boxes in fractions of the picture. */
  evidence?: Array<EvidenceInput> | null | undefined;
  /** Rich text of the claim; may be absent, but not null. */
  gloss?: Array<GlossItemInput> | null | undefined;
  /** ID of the claim. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** Video metadata it rests on: TEXT, NON_TEXT, or both. */
  metadata?: Array<ClaimContent> | null | undefined;
  /** ID of its parent claim, of the same summary. */
  parentClaimId?: string | number | null | undefined;
  /** The statement, as plain text; blank text is refused. */
  text?: string | null | undefined;
  /** Where in the text of the summary it stands. */
  textSpans?: Array<TextSpanInput> | null | undefined;
  /** Picture content it rests on: TEXT, NON_TEXT, or both. */
  video?: Array<ClaimContent> | null | undefined;
};

/** Changes to a group; absent fields stay as they are. */
export type UpdateGroupInput = {
  /** True to act as administrator, without being a member; FORBIDDEN for everybody else. False when absent. */
  asAdministrator?: boolean | null | undefined;
  /** Description of the group; null clears it. */
  description?: string | null | undefined;
  /** ID of the group. */
  id: string | number;
  /** Display name, not empty. */
  name?: string | null | undefined;
};

/** Arrays that replace those of an ontology as a whole; absent arrays stay as they are. In each array every ID may occur only once. */
export type UpdateOntologyInput = {
  /** Types of entities: people, things and places. */
  entityTypes?: Array<OntologyTypeInput> | null | undefined;
  /** Types of events. */
  eventTypes?: Array<OntologyTypeInput> | null | undefined;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** ID of the persona whose ontology it is. */
  personaId: string | number;
  /** Types of relations between objects. */
  relationTypes?: Array<OntologyTypeInput> | null | undefined;
  /** Types of roles that entities have in events. */
  roleTypes?: Array<OntologyTypeInput> | null | undefined;
};

/** Changes to a persona; absent fields stay as they are. */
export type UpdatePersonaInput = {
  /** Further details in free text; null clears them. */
  details?: string | null | undefined;
  /** Whether lists leave it out unless hidden personas are asked for. */
  hidden?: boolean | null | undefined;
  /** ID of the persona. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** What the analyst wants to learn from the videos, not empty. */
  informationNeed?: string | null | undefined;
  /** Whether a system generated it rather than a person; ignored unless an administrator sends it. */
  isSystemGenerated?: boolean | null | undefined;
  /** Name to display, not empty. */
  name?: string | null | undefined;
  /** ID of the project to move it into; null takes it out of its project. */
  projectId?: string | number | null | undefined;
  /** Role of the analyst whose perspective it is, not empty. */
  role?: string | null | undefined;
};

/** Changes to the caller's own account; absent fields stay as they are. */
export type UpdateProfileInput = {
  /** The present password. Where it is given with a new one, the change is refused with VALIDATION_ERROR unless it is right, and with ACCOUNT_LOCKED after repeated failures. */
  currentPassword?: string | null | undefined;
  /** Display name, 1 to 255 characters. */
  displayName?: string | null | undefined;
  /** E-mail address; null or an empty string clears it. CONFLICT if it is taken. */
  email?: string | null | undefined;
  /** New password, at least 6 characters. By default, very common passwords are refused. It ends all other sessions of the account. */
  password?: string | null | undefined;
};

/** Changes to a project; absent fields stay as they are. */
export type UpdateProjectInput = {
  /** Description of the project; null clears it. */
  description?: string | null | undefined;
  /** ID of the project. */
  id: string | number;
  /** True archives the project, false restores it. An archived project accepts only changes that restore it. */
  isArchived?: boolean | null | undefined;
  /** Display name, not empty. */
  name?: string | null | undefined;
  /** Settings for front ends, not interpreted by the server. They replace the stored settings as a whole. */
  settings?: Record<string, unknown> | null | undefined;
};

/** Changes to a summary: absent fields stay as they are, null clears a field; `summary` cannot be null. */
export type UpdateSummaryInput = {
  /** Language code of the speech. */
  audioLanguage?: string | null | undefined;
  /** Transcript of the speech, as plain text. */
  audioTranscript?: string | null | undefined;
  /** Free-text comment on the summary. */
  comment?: string | null | undefined;
  /** Confidence in the summary, 0 to 1. */
  confidence?: number | null | undefined;
  /** Evidence for its sentences, as reported by the model that wrote them. Times are in seconds, boxes in fractions of the picture. */
  evidence?: Array<EvidenceInput> | null | undefined;
  /** ID of the summary. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** Key frames of the video. */
  keyFrames?: Array<KeyFrameInput> | null | undefined;
  /** ID of the project to move the summary into, with its claims; null moves it out of its project. */
  projectId?: string | number | null | undefined;
  /** Number of speakers, a whole number from 0. */
  speakerCount?: number | null | undefined;
  /** Text of the summary: a string or an array of rich text items. */
  summary?: Array<GlossItemInput> | null | undefined;
  /** Transcript of the speech, in segments with times in seconds. */
  transcriptJson?: TranscriptInput | null | undefined;
  /** Description of what the picture shows. */
  visualAnalysis?: string | null | undefined;
};

/** Changes to an account; absent fields stay as they are. */
export type UpdateUserInput = {
  /** Display name, 1 to 255 characters. */
  displayName?: string | null | undefined;
  /** E-mail address; null or an empty string clears it. CONFLICT if it is taken. */
  email?: string | null | undefined;
  /** ID of the account. */
  id: string | number;
  /** False deactivates the account: its sessions end and nobody can sign in to it, but its content stays. True activates it again. The caller's own account cannot be deactivated. */
  isActive?: boolean | null | undefined;
  /** Whether the account is an administrator. The last administrator must remain one. */
  isAdmin?: boolean | null | undefined;
  /** New password, at least 6 characters. By default, very common passwords are refused. It ends all sessions of the account, except the session of this request. */
  password?: string | null | undefined;
  /** The role in place of `isAdmin`: SYSTEM_ADMIN for true, USER for false. Refused if both are given and disagree. */
  systemRole?: SystemRole | null | undefined;
};

/** Changes to an assignment rule; absent fields stay as they are. */
export type UpdateVideoAssignmentRuleInput = {
  /** 1 to 100 conditions, which replace all existing ones. */
  conditions?: Array<RuleConditionInput> | null | undefined;
  /** What the rule is for, in free text; null clears it. */
  description?: string | null | undefined;
  /** ID of the rule. */
  id: string | number;
  /** Whether the rule is active, that is, assigns videos when the rules are evaluated. */
  isActive?: boolean | null | undefined;
  /** Name to display, not empty. */
  name?: string | null | undefined;
  /** ID of the user, project or group that is the target; it must exist. */
  targetId?: string | number | null | undefined;
  /** Kind of target to which the rule assigns videos; only rules for projects take effect. */
  targetType?: RuleTarget | null | undefined;
};

/** Changes to a webhook; absent fields stay as they are. */
export type UpdateWebhookInput = {
  /** ID of the webhook. */
  id: string | number;
  /** Whether messages are sent. What happens while it is inactive is sent once it is active again. */
  isActive?: boolean | null | undefined;
  /** Kinds of things to tell of. */
  kinds?: Array<Kind> | null | undefined;
  /** Address to send messages to, with http or https, at a host that the server allows. */
  url?: string | null | undefined;
  /** Whether messages also hold `lines`: how what has changed is now, as the feed of changes has it, as far as the maker may export it. At most 1 MB a message. */
  withContent?: boolean | null | undefined;
};

/** Arrays that replace those of the viewer's own world as a whole; absent arrays stay as they are. In each array every ID may occur only once. */
export type UpdateWorldInput = {
  /** Entities: people, things and locations. */
  entities?: Array<EntityInput> | null | undefined;
  /** Collections of entities. */
  entityCollections?: Array<EntityCollectionInput> | null | undefined;
  /** Collections of events. */
  eventCollections?: Array<EventCollectionInput> | null | undefined;
  /** Events. */
  events?: Array<EventInput> | null | undefined;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
  /** ID of the project whose world is changed; the personal world if absent. */
  projectId?: string | number | null | undefined;
  /** Relations between objects of the world. */
  relations?: Array<WorldRelationInput> | null | undefined;
  /** Collections of times. */
  timeCollections?: Array<TimeCollectionInput> | null | undefined;
  /** Times: moments and intervals. */
  times?: Array<TimeObjectInput> | null | undefined;
};

/** What happens to the content that a deleted user made in projects, and to personal content that the work of others depends on. Other personal content is deleted in any case. */
export type UserContent =
  /** The content is deleted, together with the claims of other users that depend on it. */
  | 'DELETE'
  /** The content stays, with an account named "Removed user" as its author. */
  | 'KEEP'
  /** The user in `transferTo` becomes the author of the content and the owner of the deleted user's projects. */
  | 'TRANSFER';

/** A user, by ID or by name. */
export type UserReferenceInput =
  {   /** ID of the user. */
  userId: string | number; username?: never; }
  |  { userId?: never;   /** Exact user name of the user. */
  username: string; };

/** In which way, and how far, a time is vague. */
export type VaguenessInput = {
  /** The moments between which the time lies. */
  bounds?: TimeBoundsInput | null | undefined;
  /** Description of the vagueness in free text. */
  description?: string | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Unit to which the time is known, such as day or year. */
  granularity?: string | null | undefined;
  /** Kind of vagueness: approximate, bounded or fuzzy. */
  type?: VaguenessType | null | undefined;
};

/** Kind of vagueness of a time. */
export type VaguenessType =
  | 'APPROXIMATE'
  | 'BOUNDED'
  | 'FUZZY';

/** An earlier state of a thing. */
export type VersionReferenceInput =
  {   /** Position of the change after which the thing was as it is to be again. */
  position: string; version?: never; }
  |  { position?: never;   /** Version of a thing that has versions of its own. */
  version: number; };

/** An object, and the version that the caller has seen of it. */
export type VersionedIdInput = {
  /** The `id` of the object. */
  id: string | number;
  /** Refuse the change with PRECONDITION_FAILED unless the row is at this version. */
  ifVersion?: number | null | undefined;
};

/** Conditions that every listed video meets. */
export type VideoFilter = {
  /** Only videos that are assigned to the user with this ID in a project that the viewer may read; with `projectId`, in that project. */
  assignedTo?: string | number | null | undefined;
  /** Only videos with (true) or without (false) a summary that the viewer may read; with `summarizedBy`, a summary of that persona. */
  hasSummary?: boolean | null | undefined;
  /** Only videos assigned to the project with this ID. */
  projectId?: string | number | null | undefined;
  /** Only videos whose file name or title contains this text, ignoring case. */
  search?: string | null | undefined;
  /** Only videos that have a summary of the persona with this ID which the viewer may read. */
  summarizedBy?: string | number | null | undefined;
};

/** Sort order of a list of Video. Items without a value come last; ties are broken by ID. */
export type VideoOrder = {
  /** Direction to sort in. */
  direction: OrderDirection;
  /** Field to sort by. */
  field: VideoOrderField;
};

/** Field that a list of Video can be sorted by. */
export type VideoOrderField =
  | 'CREATED_AT'
  | 'DURATION'
  | 'FILENAME'
  | 'SIZE'
  | 'UPDATED_AT';

/** Where in a video a time can be seen. */
export type VideoReferenceInput = {
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the frame, counted from 0. */
  frameNumber?: number | null | undefined;
  /** Numbers of the first and the last frame, counted from 0. */
  frameRange?: Array<number> | null | undefined;
  /** First and last moment, in milliseconds from the start of the video. */
  millisecondRange?: Array<number> | null | undefined;
  /** Milliseconds from the start of the video. */
  milliseconds?: number | null | undefined;
  /** ID of the video. */
  videoId?: string | number | null | undefined;
};

/** A range of frames in which the annotation is visible or hidden. */
export type VisibilityRangeInput = {
  /** Number of the last frame, counted from 0; it belongs to the range. */
  endFrame: number;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Number of the first frame, counted from 0. */
  startFrame: number;
  /** Whether the annotation is visible there. */
  visible: boolean;
};

/** What became of a message. PENDING: it is to be sent, or sent again. DELIVERED: the receiver has answered with a status of success. FAILED: it was given up. */
export type WebhookDeliveryStatus =
  | 'DELIVERED'
  | 'FAILED'
  | 'PENDING';

/** The invitation to withdraw. */
export type WithdrawInvitationInput = {
  /** ID of the invitation. */
  id: string | number;
  /** ID of the project. */
  projectId: string | number;
};

/** An object of a world, by its kind. */
export type WorldObjectInput =
  {   /** An entity: a person, a thing or a location. */
  entity: EntityInput; entityCollection?: never; event?: never; eventCollection?: never; relation?: never; time?: never; timeCollection?: never; }
  |  { entity?: never;   /** A collection of entities. */
  entityCollection: EntityCollectionInput; event?: never; eventCollection?: never; relation?: never; time?: never; timeCollection?: never; }
  |  { entity?: never; entityCollection?: never;   /** An event. */
  event: EventInput; eventCollection?: never; relation?: never; time?: never; timeCollection?: never; }
  |  { entity?: never; entityCollection?: never; event?: never;   /** A collection of events. */
  eventCollection: EventCollectionInput; relation?: never; time?: never; timeCollection?: never; }
  |  { entity?: never; entityCollection?: never; event?: never; eventCollection?: never;   /** A relation between objects of the world. */
  relation: WorldRelationInput; time?: never; timeCollection?: never; }
  |  { entity?: never; entityCollection?: never; event?: never; eventCollection?: never; relation?: never;   /** A time: a moment or an interval. */
  time: TimeObjectInput; timeCollection?: never; }
  |  { entity?: never; entityCollection?: never; event?: never; eventCollection?: never; relation?: never; time?: never;   /** A collection of times. */
  timeCollection: TimeCollectionInput; };

/** A relation between two objects of a world. */
export type WorldRelationInput = {
  /** Properties of the object by name, as they were sent. */
  attributes?: unknown;
  /** Whether the relation also holds in the opposite direction. */
  bidirectional?: boolean | null | undefined;
  /** Confidence in the relation, 0 to 1. */
  confidence?: number | null | undefined;
  /** When it was created, if its client said so. */
  createdAt?: string | null | undefined;
  /** Description of the object in plain text. */
  description?: string | null | undefined;
  /** Description of the object in rich text. */
  descriptionGloss?: Array<GlossItemInput> | null | undefined;
  /** Everything else to store, by its name in REST, as it was read from `extra`. */
  extra?: Record<string, unknown> | null | undefined;
  /** ID of the item, unique in its array. */
  key: string | number;
  /** Other data that clients store with the object, as it was sent. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** Name of the relation type. */
  relationType?: string | null | undefined;
  /** ID, within a persona's ontology, of the relation type. */
  relationTypeId?: string | number | null | undefined;
  /** ID, within the world, of the object that the relation starts from. */
  sourceId?: string | number | null | undefined;
  /** Kind of the object that the relation starts from, such as entity. */
  sourceType?: string | null | undefined;
  /** ID, within the world, of the object that the relation points to. */
  targetId?: string | number | null | undefined;
  /** Kind of the object that the relation points to, such as entity. */
  targetType?: string | null | undefined;
  /** When it was last changed, if its client said so. */
  updatedAt?: string | null | undefined;
};

export type ProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileQuery = { viewer: { username: string, displayName: string, email: string | null, id: string } | null };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
}>;


export type UpdateProfileMutation = { updateProfile: { account: { userId: string } } };

export type OwnSessionsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OwnSessionsQuery = { sessions: { nodes: Array<{ id: string, ipAddress: string | null, userAgent: string | null, lastActivityAt: string, expiresAt: string, isCurrent: boolean }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type OwnKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OwnKeysQuery = { apiKeys: { nodes: Array<{ id: string, provider: string, keyName: string, keyMask: string, isActive: boolean, isUsable: boolean, usageCount: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type OwnTokensQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OwnTokensQuery = { tokens: { nodes: Array<{ id: string, name: string, tail: string, scopes: Array<TokenScope>, expiresAt: string | null, lastUsedAt: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken: { secret: string } };

export type RevokeTokenMutationVariables = Exact<{
  input: RevokeTokenInput;
}>;


export type RevokeTokenMutation = { revokeToken: { deletedIds: Array<string> } };

export type UpdateKeyMutationVariables = Exact<{
  input: UpdateApiKeyInput;
}>;


export type UpdateKeyMutation = { updateApiKey: { apiKey: { id: string } } };

export type AdminUsersQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminUsersQuery = { accounts: { totalCount: number, nodes: Array<{ username: string, displayName: string, email: string | null, isAdmin: boolean, isActive: boolean, personaCount: number, sessionCount: number, id: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { account: { userId: string } } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { account: { userId: string } } };

export type UserDeletionQueryVariables = Exact<{
  id: string | number;
}>;


export type UserDeletionQuery = { userDeletionPreview: { sessions: number, tokens: number, apiKeys: number, projects: number, claimsOfOthers: number, personas: { personal: number, inProjects: number }, worldObjects: { personal: number, inProjects: number }, annotations: { personal: number, inProjects: number }, summaries: { personal: number, inProjects: number }, claims: { personal: number, inProjects: number } } };

export type DeleteUserMutationVariables = Exact<{
  input: DeleteUserInput;
}>;


export type DeleteUserMutation = { deleteUser: { deletedIds: Array<string> } };

export type AdminSessionsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AdminSessionsQuery = { allSessions: { totalCount: number, nodes: Array<{ id: string, ipAddress: string | null, userAgent: string | null, lastActivityAt: string, expiresAt: string, isCurrent: boolean, user: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { deletedIds: Array<string> } };

export type AdminPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminPermissionsQuery = { permissions: Array<{ id: string, scope: PermissionScope | null, role: PermissionRole | null, resourceType: Kind | null, action: PermissionAction | null, ownOnly: boolean }> };

export type CreatePermissionMutationVariables = Exact<{
  input: CreatePermissionInput;
}>;


export type CreatePermissionMutation = { createPermission: { permission: { id: string } } };

export type DeletePermissionMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeletePermissionMutation = { deletePermission: { deletedIds: Array<string> } };

export type AdminKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AdminKeysQuery = { sharedApiKeys: { nodes: Array<{ id: string, provider: string, keyName: string, keyMask: string, isActive: boolean, isUsable: boolean, usageCount: number, lastUsedAt: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { apiKey: { id: string } } };

export type DeleteKeyMutationVariables = Exact<{
  input: DeleteApiKeyInput;
}>;


export type DeleteKeyMutation = { deleteApiKey: { deletedIds: Array<string> } };

export type AdminModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminModelsQuery = { modelConfig: { totalVramGb: number, cudaAvailable: boolean, tasks: Array<{ task: string, selected: string | null, options: Array<{ name: string, modelId: string }> }> }, modelStatus: { device: string | null, totalVramAllocatedGb: number, totalVramAvailableGb: number, loadedModels: Array<{ modelId: string | null, modelName: string | null, taskType: string | null, health: string, vramUsedGb: number | null, loadTimeMs: number | null }> } };

export type SelectModelMutationVariables = Exact<{
  input: SelectModelInput;
}>;


export type SelectModelMutation = { selectModel: { message: string } };

export type AdminJobsQueryVariables = Exact<{
  status?: JobStatus | null | undefined;
  queue?: JobQueue | null | undefined;
  everyones?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminJobsQuery = { jobs: { totalCount: number, nodes: Array<{ id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AdminHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminHealthQuery = { health: { status: Readiness, timestamp: string, checks: { database: ServiceState, queue: ServiceState, modelService: ServiceState } } };

export type AdminAuditQueryVariables = Exact<{
  userId?: string | number | null | undefined;
  kind?: Kind | null | undefined;
  operation?: ChangeOperation | null | undefined;
  via?: ChangeVia | null | undefined;
  thing?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminAuditQuery = { audit: { nodes: Array<{ position: string, at: string, via: ChangeVia | null, viaId: string | null, operation: ChangeOperation, kind: Kind, thingId: string | null, part: string | null, version: number | null, members: Array<string>, details: Record<string, unknown> | null, actor: { userId: string, username: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type LabelFiguresFragment = { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number };

export type AgreementQueryVariables = Exact<{
  videoId: string | number;
  personaIds: Array<string | number> | string | number;
  from?: number | null | undefined;
  to?: number | null | undefined;
  step?: number | null | undefined;
  minIou?: number | null | undefined;
}>;


export type AgreementQuery = { video: { id: string, agreement: { minIou: number, mixed: number, frames: { from: number, to: number | null, step: number, count: number }, pairs: Array<{ personas: Array<string>, first: number, second: number, matched: number, f1: number | null, tubeIou: number | null, temporalIou: number | null, hota: number | null, idf1: number | null }>, groups: { units: number, alone: number }, types: { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number }, object: { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number }, time: Array<{ typeIds: Array<string>, name: string, alpha: number | null, temporalIou: number | null }>, unmapped: Array<{ personaId: string, typeId: string, name: string }>, conflicts: Array<{ rule: TypeRule, types: Array<{ personaId: string, typeId: string }> }>, leftOut: { otherStates: number, withoutBoxes: number } } } | null };

export type DisagreementsQueryVariables = Exact<{
  videoId: string | number;
  personaIds: Array<string | number> | string | number;
  from?: number | null | undefined;
  to?: number | null | undefined;
  step?: number | null | undefined;
  minIou?: number | null | undefined;
  kinds?: Array<DisagreementKind> | DisagreementKind | null | undefined;
  personaId?: string | number | null | undefined;
  state?: DisagreementState | null | undefined;
  intoPersonaId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type DisagreementsQuery = { video: { id: string, disagreements: { totalCount: number, nodes: Array<{ kind: DisagreementKind, weight: number, severity: number, missing: Array<string>, first: number | null, last: number | null, state: DisagreementState, things: Array<{ kind: Kind, id: string, personaId: string, version: number, text: string }>, decision: { id: string, personaId: string, adoptedId: string | null, note: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type SettleDisagreementMutationVariables = Exact<{
  input: SettleDisagreementInput;
}>;


export type SettleDisagreementMutation = { settleDisagreement: { decision: { id: string, personaId: string, adoptedId: string | null, note: string | null } } };

export type DeleteAgreementDecisionMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeleteAgreementDecisionMutation = { deleteAgreementDecision: { deletedIds: Array<string> } };

export type TracksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type TracksQuery = { nodes: Array<
    | { id: string }
    | { id: string, version: number, number: number, label: string, type: AnnotationKind | null, linkType: LinkType | null, personaId: string | null, source: AnnotationSource | null, confidence: number | null, firstFrame: number | null, lastFrame: number | null, keyframeCount: number, stale: boolean, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
          | { id: string }
          | { label: string, videoId: string, firstFrame: number | null, id: string, target:
              | { id: string, name: string | null }
              | { id: string, name: string | null }
              | { id: string, typeName: string }
              | Record<PropertyKey, never>
             | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
          | { id: string }
          | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
          | { name: string, id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
         | null } | null, persona: { id: string, name: string } | null, target:
        | { __typename: 'Entity', id: string, name: string | null, seenAs: Array<{ personaId: string | null, type: { id: string, key: string, color: string | null, typeName: string } | null }> | null }
        | { __typename: 'EntityCollection', id: string, name: string | null }
        | { __typename: 'Event', id: string, name: string | null, seenAs: Array<{ personaId: string | null, type: { id: string, key: string, color: string | null, typeName: string } | null }> | null }
        | { __typename: 'EventCollection', id: string, name: string | null }
        | { __typename: 'OntologyType', id: string, color: string | null, typeName: string }
        | { __typename: 'TimeCollection', id: string, name: string | null }
        | { __typename: 'TimeObject', id: string, name: string | null }
       | null, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null }
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
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type TrackDetailsFragment = { id: string, version: number, number: number, label: string, type: AnnotationKind | null, linkType: LinkType | null, personaId: string | null, source: AnnotationSource | null, confidence: number | null, firstFrame: number | null, lastFrame: number | null, keyframeCount: number, stale: boolean, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
      | { id: string }
      | { label: string, videoId: string, firstFrame: number | null, id: string, target:
          | { id: string, name: string | null }
          | { id: string, name: string | null }
          | { id: string, typeName: string }
          | Record<PropertyKey, never>
         | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
      | { id: string }
      | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
      | { name: string, id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
     | null } | null, persona: { id: string, name: string } | null, target:
    | { __typename: 'Entity', id: string, name: string | null, seenAs: Array<{ personaId: string | null, type: { id: string, key: string, color: string | null, typeName: string } | null }> | null }
    | { __typename: 'EntityCollection', id: string, name: string | null }
    | { __typename: 'Event', id: string, name: string | null, seenAs: Array<{ personaId: string | null, type: { id: string, key: string, color: string | null, typeName: string } | null }> | null }
    | { __typename: 'EventCollection', id: string, name: string | null }
    | { __typename: 'OntologyType', id: string, color: string | null, typeName: string }
    | { __typename: 'TimeCollection', id: string, name: string | null }
    | { __typename: 'TimeObject', id: string, name: string | null }
   | null, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null };

export type SeenAsFragment = { personaId: string | null, type: { id: string, key: string, color: string | null, typeName: string } | null };

export type AssignableObjectQueryVariables = Exact<{
  id: string | number;
  worldId: string | number;
  tracks: Array<string | number> | string | number;
}>;


export type AssignableObjectQuery = { object:
    | { __typename: 'AgreementDecision' }
    | { __typename: 'Annotation' }
    | { __typename: 'ApiKey' }
    | { __typename: 'Claim' }
    | { __typename: 'ClaimRelation' }
    | { __typename: 'Entity', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, type: string | null, locationType: LocationType | null, coordinateSystem: CoordinateSystem | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, coordinates: { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null } | null, boundary: Array<{ latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null }> | null, boundingBox: { minLatitude: number | null, maxLatitude: number | null, minLongitude: number | null, maxLongitude: number | null, minAltitude: number | null, maxAltitude: number | null, extra: Record<string, unknown> | null } | null, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }
    | { __typename: 'EntityCollection' }
    | { __typename: 'Event', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, startTimeId: string | null, endTimeId: string | null, locationId: string | null, participantIds: Array<string> | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, interpretations: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }
    | { __typename: 'EventCollection' }
    | { __typename: 'FrozenExport' }
    | { __typename: 'Group' }
    | { __typename: 'GroupMember' }
    | { __typename: 'Import' }
    | { __typename: 'Job' }
    | { __typename: 'Ontology' }
    | { __typename: 'OntologyType' }
    | { __typename: 'Permission' }
    | { __typename: 'Persona' }
    | { __typename: 'Project' }
    | { __typename: 'ProjectAgreement' }
    | { __typename: 'ProjectInvitation' }
    | { __typename: 'ProjectMember' }
    | { __typename: 'Session' }
    | { __typename: 'Share' }
    | { __typename: 'Summary' }
    | { __typename: 'TimeCollection' }
    | { __typename: 'TimeObject' }
    | { __typename: 'Token' }
    | { __typename: 'TypeCorrespondence' }
    | { __typename: 'User' }
    | { __typename: 'Video' }
    | { __typename: 'VideoAssignment' }
    | { __typename: 'VideoAssignmentRule' }
    | { __typename: 'Webhook' }
    | { __typename: 'World' }
    | { __typename: 'WorldRelation' }
   | null, world:
    | { id: string, version: number, project: { id: string } | null }
    | Record<PropertyKey, never>
   | null, tracks: Array<
    | { id: string, target:
        | { __typename: 'Entity' }
        | { __typename: 'EntityCollection' }
        | { __typename: 'Event' }
        | { __typename: 'EventCollection' }
        | { __typename: 'OntologyType', id: string, key: string, kind: OntologyTypeKind, personaId: string }
        | { __typename: 'TimeCollection' }
        | { __typename: 'TimeObject' }
       | null }
    | Record<PropertyKey, never>
   | null> };

export type SaveAssignedObjectMutationVariables = Exact<{
  input: SaveWorldObjectInput;
}>;


export type SaveAssignedObjectMutation = { saveWorldObject: { world: { id: string, version: number } } };

export type WholeTrackQueryVariables = Exact<{
  id: string | number;
}>;


export type WholeTrackQuery = { annotation: { id: string, version: number, number: number, videoId: string, personaId: string | null, projectId: string | null, type: AnnotationKind | null, label: string, linkType: LinkType | null, confidence: number | null, source: AnnotationSource | null, frames: { interpolationMode: InterpolationMode | null, trackId: string | null, trackingSource: string | null, trackingConfidence: number | null, totalFrames: number | null, keyframeCount: number | null, interpolatedFrameCount: number | null, extra: Record<string, unknown> | null, boxes: Array<{ frameNumber: number, x: number, y: number, width: number, height: number, isKeyframe: boolean | null, visible: boolean | null, confidence: number | null, extra: Record<string, unknown> | null }> | null, interpolationSegments: Array<{ startFrame: number, endFrame: number, type: InterpolationType, extra: Record<string, unknown> | null, controlPoints: Array<{ x: number, y: number, extra: Record<string, unknown> | null }> | null }> | null, visibilityRanges: Array<{ startFrame: number, endFrame: number, visible: boolean, extra: Record<string, unknown> | null }> | null } } | null };

export type SequencePartsFragment = { interpolationMode: InterpolationMode | null, trackId: string | null, trackingSource: string | null, trackingConfidence: number | null, totalFrames: number | null, keyframeCount: number | null, interpolatedFrameCount: number | null, extra: Record<string, unknown> | null, boxes: Array<{ frameNumber: number, x: number, y: number, width: number, height: number, isKeyframe: boolean | null, visible: boolean | null, confidence: number | null, extra: Record<string, unknown> | null }> | null, interpolationSegments: Array<{ startFrame: number, endFrame: number, type: InterpolationType, extra: Record<string, unknown> | null, controlPoints: Array<{ x: number, y: number, extra: Record<string, unknown> | null }> | null }> | null, visibilityRanges: Array<{ startFrame: number, endFrame: number, visible: boolean, extra: Record<string, unknown> | null }> | null };

export type PatchSequenceMutationVariables = Exact<{
  input: PatchSequenceInput;
}>;


export type PatchSequenceMutation = { patchSequence: { annotation: { id: string, version: number } } };

export type CreateTrackMutationVariables = Exact<{
  input: CreateAnnotationInput;
}>;


export type CreateTrackMutation = { createAnnotation: { annotation: { id: string, version: number, number: number } } };

export type ChangeTrackMutationVariables = Exact<{
  input: UpdateAnnotationInput;
}>;


export type ChangeTrackMutation = { updateAnnotation: { annotation: { id: string, version: number } } };

export type DeleteTrackMutationVariables = Exact<{
  input: DeleteAnnotationInput;
}>;


export type DeleteTrackMutation = { deleteAnnotation: { deletedIds: Array<string> } };

export type DetectMutationVariables = Exact<{
  input: DetectObjectsInput;
}>;


export type DetectMutation = { detectObjects: { id: string, videoWidth: number | null, videoHeight: number | null, totalDetections: number, frames: Array<{ frameNumber: number, detections: Array<{ label: string, confidence: number, trackId: string | null, typeId: string | null, typeName: string | null, boundingBox: { x: number, y: number, width: number, height: number } }> }> } };

export type AdoptMutationVariables = Exact<{
  input: AdoptDetectionsInput;
}>;


export type AdoptMutation = { adoptDetections: { annotations: Array<{ id: string }> } };

export type DetectInVideoMutationVariables = Exact<{
  input: DetectInVideoInput;
}>;


export type DetectInVideoMutation = { detectInVideo: { job: { id: string, pollAfterMs: number | null } } };

export type TrackFromMutationVariables = Exact<{
  input: TrackFromInput;
}>;


export type TrackFromMutation = { trackFrom: { job: { id: string, pollAfterMs: number | null } } };

export type FollowedQueryVariables = Exact<{
  id: string | number;
}>;


export type FollowedQuery = { job: { id: string, result: Record<string, unknown> | null } | null };

export type LinkTypesQueryVariables = Exact<{
  personaId: string | number;
}>;


export type LinkTypesQuery = { persona: { id: string, viewerCan: { update: boolean }, project: { id: string } | null, ontology: { id: string, types: Array<{ id: string, key: string, kind: OntologyTypeKind, name: string, color: string | null, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null }> | null }> } | null } | null };

export type LastChangeQueryVariables = Exact<{
  id: string | number;
}>;


export type LastChangeQuery = { history: { nodes: Array<{ at: string, actor: { displayName: string | null } | null }> } };

export type TimesOfVideoQueryVariables = Exact<{
  videoId: string | number;
  after?: string | null | undefined;
}>;


export type TimesOfVideoQuery = { times: { nodes: Array<{ id: string, key: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null, milliseconds: number | null, millisecondRange: Array<number> | null }> | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type EventsOfVideoQueryVariables = Exact<{
  videoId: string | number;
  after?: string | null | undefined;
}>;


export type EventsOfVideoQuery = { events: { nodes: Array<{ id: string, key: string, name: string | null, startTimeId: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type DeleteTimeOfVideoMutationVariables = Exact<{
  input: VersionedIdInput;
}>;


export type DeleteTimeOfVideoMutation = { deleteWorldObject: { world: { id: string, version: number } } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { username: string, displayName: string, isAdmin: boolean, id: string } | null, serverConfig: { mode: ServerMode, allowRegistration: boolean } };

export type SignInMutationVariables = Exact<{
  input: LoginInput;
}>;


export type SignInMutation = { login: { account: { userId: string } } };

export type SignUpMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type SignUpMutation = { register: { account: { userId: string } } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { logout: { deletedIds: Array<string> } };

export type HistoryQueryVariables = Exact<{
  kind: Kind;
  id: string | number;
  part?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type HistoryQuery = { history: { nodes: Array<{ position: string, at: string, operation: ChangeOperation, version: number | null, via: ChangeVia | null, viaName: string | null, model: string | null, actor: { userId: string, displayName: string | null } | null, changes: Array<{ member: string, before: unknown, after: unknown }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type HistoryNamesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type HistoryNamesQuery = { nodes: Array<
    | { __typename: 'AgreementDecision', id: string }
    | { __typename: 'Annotation', label: string, number: number, projectId: string | null, id: string, creator: { id: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null, persona: { id: string, ontology: { id: string, types: Array<{ id: string, key: string, name: string }> } | null } | null }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Claim', text: string, projectId: string | null, id: string, creator: { id: string } | null }
    | { __typename: 'ClaimRelation', id: string }
    | { __typename: 'Entity', id: string }
    | { __typename: 'EntityCollection', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'EventCollection', id: string }
    | { __typename: 'FrozenExport', id: string }
    | { __typename: 'Group', id: string }
    | { __typename: 'GroupMember', id: string }
    | { __typename: 'Import', id: string }
    | { __typename: 'Job', id: string }
    | { __typename: 'Ontology', id: string }
    | { __typename: 'OntologyType', id: string }
    | { __typename: 'Permission', id: string }
    | { __typename: 'Persona', name: string, projectId: string | null, id: string, ontology: { id: string, types: Array<{ id: string, key: string, name: string }> } | null }
    | { __typename: 'Project', id: string, projectName: string }
    | { __typename: 'ProjectAgreement', id: string }
    | { __typename: 'ProjectInvitation', id: string }
    | { __typename: 'ProjectMember', id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'Share', id: string }
    | { __typename: 'Summary', projectId: string | null, id: string, creator: { id: string } | null }
    | { __typename: 'TimeCollection', id: string }
    | { __typename: 'TimeObject', id: string }
    | { __typename: 'Token', id: string }
    | { __typename: 'TypeCorrespondence', id: string }
    | { __typename: 'User', displayName: string, id: string }
    | { __typename: 'Video', id: string }
    | { __typename: 'VideoAssignment', id: string }
    | { __typename: 'VideoAssignmentRule', id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'World', id: string }
    | { __typename: 'WorldRelation', id: string }
   | null> };

export type NamedTypesFragment = { id: string, types: Array<{ id: string, key: string, name: string }> };

export type RestoreVersionMutationVariables = Exact<{
  input: RestoreVersionInput;
}>;


export type RestoreVersionMutation = { restoreVersion: { thingId: string, version: number | null, members: Array<string> } };

export type TrashQueryVariables = Exact<{
  kind?: Kind | null | undefined;
  everyones?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type TrashQuery = { trash: { nodes: Array<{ id: string, kind: Kind, thingId: string, part: string | null, title: string | null, number: number | null, firstFrame: number | null, lastFrame: number | null, deletedAt: string, expiresAt: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null, deletedBy: { userId: string, displayName: string | null } | null, goneWith: Array<{ kind: Kind, count: number }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type RestoreFromTrashMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreFromTrashMutation = { restoreFromTrash: { kind: Kind, thingId: string, restored: Array<{ kind: Kind, count: number }>, left: Array<{ kind: Kind, count: number }> } };

export type UndoDeletionMutationVariables = Exact<{
  input: UndoDeletionInput;
}>;


export type UndoDeletionMutation = { undoDeletion: { kind: Kind, restored: Array<{ kind: Kind, count: number }>, left: Array<{ kind: Kind, count: number }> } };

export type DeleteFromTrashMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteFromTrashMutation = { deleteFromTrash: { deletedIds: Array<string> } };

export type EmptyTrashMutationVariables = Exact<{ [key: string]: never; }>;


export type EmptyTrashMutation = { emptyTrash: { deletedIds: Array<string> } };

export type NotificationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type NotificationsQuery = { notifications: { newCount: number, position: string, nodes: Array<{ id: string, at: string, act: NotificationAct, kind: Kind, count: number, thingId: string, name: string | null, note: string | null, videoId: string | null, personaId: string | null, projectId: string | null, isNew: boolean, actor: { userId: string, displayName: string | null }, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type MarkNotificationsSeenMutationVariables = Exact<{
  position: string;
}>;


export type MarkNotificationsSeenMutation = { markNotificationsSeen: { newCount: number } };

export type ClaimPartsFragment = { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: ClaimStrategy | null, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null };

export type ClaimTreeQueryVariables = Exact<{
  summaryId: string | number;
  after?: string | null | undefined;
  search?: string | null | undefined;
  minConfidence?: number | null | undefined;
  maxConfidence?: number | null | undefined;
  orderBy?: ClaimOrder | null | undefined;
  reviewState?: ReviewState | null | undefined;
}>;


export type ClaimTreeQuery = { summary: { id: string, videoId: string, personaId: string, claimCount: number, claimTree: { totalCount: number, edges: Array<{ depth: number, childCount: number, parentId: string | null, node: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: ClaimStrategy | null, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
              | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                  | { __typename: 'Entity', id: string, name: string | null }
                  | { __typename: 'EntityCollection', id: string, name: string | null }
                  | { __typename: 'Event', id: string, name: string | null }
                  | { __typename: 'EventCollection', id: string, name: string | null }
                  | { __typename: 'OntologyType', id: string, typeName: string }
                  | { __typename: 'TimeCollection', id: string, name: string | null }
                  | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
                 | null }
              | { __typename: 'Claim', id: string, text: string, summaryId: string }
              | { __typename: 'Entity', key: string, name: string | null }
              | { __typename: 'EntityCollection', key: string, name: string | null }
              | { __typename: 'Event', key: string, name: string | null }
              | { __typename: 'EventCollection', key: string, name: string | null }
              | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
              | { __typename: 'TimeCollection', key: string, name: string | null }
              | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
             | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ClaimPlacesQueryVariables = Exact<{
  summaryId: string | number;
  after?: string | null | undefined;
}>;


export type ClaimPlacesQuery = { summary: { id: string, claimTree: { edges: Array<{ parentId: string | null, node: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ClaimNowQueryVariables = Exact<{
  id: string | number;
}>;


export type ClaimNowQuery = { claim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: ClaimStrategy | null, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } | null };

export type ClaimEvidenceQueryVariables = Exact<{
  id: string | number;
}>;


export type ClaimEvidenceQuery = { claim: { id: string, text: string, summary: { id: string, videoId: string, personaId: string } | null, evidence: Array<{ startTime: number | null, frames: Array<{ frameNumber: number, boxes: Array<{ label: string, x: number, y: number, width: number, height: number }> | null }> | null }> | null } | null };

export type CreateClaimMutationVariables = Exact<{
  input: CreateClaimInput;
}>;


export type CreateClaimMutation = { createClaim: { claim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: ClaimStrategy | null, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } } };

export type UpdateClaimMutationVariables = Exact<{
  input: UpdateClaimInput;
}>;


export type UpdateClaimMutation = { updateClaim: { claim: { id: string, version: number, summaryId: string, text: string, confidence: number | null, comment: string | null, modelUsed: string | null, extractionStrategy: ClaimStrategy | null, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, evidence: Array<{ source: string, startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, creator: { id: string, displayName: string } | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, claimTime: { id: string, label: string | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, outgoing: Array<{ id: string, relationTypeId: string, confidence: number | null, target: { id: string, text: string, summaryId: string } | null }>, incoming: Array<{ id: string, relationTypeId: string, source: { id: string, text: string, summaryId: string } | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } } };

export type MoveClaimMutationVariables = Exact<{
  id: string | number;
  parentClaimId?: string | number | null | undefined;
}>;


export type MoveClaimMutation = { updateClaim: { claim: { id: string, version: number, parentClaimId: string | null } } };

export type DeleteClaimMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteClaimMutation = { deleteClaim: { deleted: Array<{ type: string, ids: Array<string> }> } };

export type DeleteClaimsMutationVariables = Exact<{
  summaryId: string | number;
}>;


export type DeleteClaimsMutation = { deleteClaims: { deleted: Array<{ type: string, ids: Array<string> }> } };

export type RelateClaimsMutationVariables = Exact<{
  input: CreateClaimRelationInput;
}>;


export type RelateClaimsMutation = { createClaimRelation: { claimRelation: { id: string } } };

export type DeleteRelationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteRelationMutation = { deleteClaimRelation: { deletedIds: Array<string> } };

export type ExtractClaimsMutationVariables = Exact<{
  input: ExtractClaimsInput;
}>;


export type ExtractClaimsMutation = { extractClaims: { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } } };

export type ExportSizeQueryVariables = Exact<{
  scope?: ExportScope | null | undefined;
  projectId?: string | number | null | undefined;
  filter?: ExportFilter | null | undefined;
}>;


export type ExportSizeQuery = { exportStats: { personaCount: number, entityTypeCount: number, eventTypeCount: number, roleTypeCount: number, relationTypeCount: number, entityCount: number, eventCount: number, timeCount: number, summaryCount: number, claimCount: number, annotationCount: number, keyframeCount: number, warning: string | null, fileSizes: { all: number, annotations: number, personas: number, world: number, summaries: number } } };

export type ImportsDoneQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ImportsDoneQuery = { imports: { nodes: Array<{ id: string, filename: string, success: boolean, itemsImported: number, itemsSkipped: number, createdAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type PreparedExportsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PreparedExportsQuery = { exports: { nodes: Array<{ id: string, contents: ExportFile, scope: ExportScope, projectId: string | null, filters: Record<string, unknown>, format: ExportFormat, status: JobStatus, progress: number, error: string | null, size: number | null, createdAt: string, expiresAt: string | null, fileUrl: string | null, manifest: { lines: number } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type PrepareExportMutationVariables = Exact<{
  input: CreateExportInput;
}>;


export type PrepareExportMutation = { createExport: { frozenExport: { id: string } } };

export type DeleteExportMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteExportMutation = { deleteExport: { deletedIds: Array<string> } };

export type ExportVideosQueryVariables = Exact<{
  filter?: VideoFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ExportVideosQuery = { videos: { nodes: Array<{ id: string, filename: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type GroupsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type GroupsQuery = { groups: { nodes: Array<{ id: string, name: string, description: string | null, memberCount: number, userRole: GroupRole | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AllGroupsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AllGroupsQuery = { allGroups: { nodes: Array<{ id: string, name: string, description: string | null, memberCount: number, userRole: GroupRole | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type GroupRowFragment = { id: string, name: string, description: string | null, memberCount: number, userRole: GroupRole | null };

export type GroupNowQueryVariables = Exact<{
  id: string | number;
}>;


export type GroupNowQuery = { group: { id: string, name: string, description: string | null, userRole: GroupRole | null, members: Array<{ id: string, userId: string, role: GroupRole, joinedAt: string, user: { id: string, displayName: string, username: string } | null }> } | null };

export type CreateGroupMutationVariables = Exact<{
  input: CreateGroupInput;
}>;


export type CreateGroupMutation = { createGroup: { group: { id: string } } };

export type UpdateGroupMutationVariables = Exact<{
  input: UpdateGroupInput;
}>;


export type UpdateGroupMutation = { updateGroup: { group: { id: string } } };

export type DeleteGroupMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeleteGroupMutation = { deleteGroup: { deletedIds: Array<string> } };

export type AddGroupMemberMutationVariables = Exact<{
  input: AddGroupMemberInput;
}>;


export type AddGroupMemberMutation = { addGroupMember: { groupMember: { id: string, user: { id: string, displayName: string } | null } } };

export type ChangeGroupRoleMutationVariables = Exact<{
  input: ChangeGroupRoleInput;
}>;


export type ChangeGroupRoleMutation = { changeGroupRole: { groupMember: { id: string } } };

export type RemoveGroupMemberMutationVariables = Exact<{
  input: RemoveGroupMemberInput;
}>;


export type RemoveGroupMemberMutation = { removeGroupMember: { deletedIds: Array<string> } };

export type JobStateFragment = { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null };

export type JobNowQueryVariables = Exact<{
  id: string | number;
}>;


export type JobNowQuery = { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } | null };

export type OpenJobsQueryVariables = Exact<{
  queue: JobQueue;
  videoId?: string | number | null | undefined;
  personaId?: string | number | null | undefined;
  summaryId?: string | number | null | undefined;
}>;


export type OpenJobsQuery = { jobs: { nodes: Array<{ id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null }> } };

export type CancelJobMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelJobMutation = { cancelJob: { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } } };

export type RetryJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryJobMutation = { retryJob: { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } } };

export type TypeCorrespondencesQueryVariables = Exact<{
  id: string | number;
  otherPersonaId: string | number;
  after?: string | null | undefined;
}>;


export type TypeCorrespondencesQuery = { persona: { id: string, typeCorrespondences: { totalCount: number, nodes: Array<{ id: string, relation: TypeRelation, firstPersonaId: string, firstTypeId: string, secondTypeId: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type SuggestedCorrespondencesQueryVariables = Exact<{
  id: string | number;
  otherPersonaId: string | number;
}>;


export type SuggestedCorrespondencesQuery = { persona: { id: string, typeCorrespondenceSuggestions: { left: number, suggestions: Array<{ firstTypeId: string, firstName: string, secondTypeId: string, secondName: string, relation: TypeRelation, reason: SuggestionReason }> } } | null };

export type TypeNamesQueryVariables = Exact<{
  id: string | number;
}>;


export type TypeNamesQuery = { persona: { id: string, name: string, ontology: { id: string, entityTypes: Array<{ id: string, key: string, name: string }>, eventTypes: Array<{ id: string, key: string, name: string }>, roleTypes: Array<{ id: string, key: string, name: string }> } | null } | null };

export type SaveTypeCorrespondenceMutationVariables = Exact<{
  input: SaveTypeCorrespondenceInput;
}>;


export type SaveTypeCorrespondenceMutation = { saveTypeCorrespondence: { typeCorrespondence: { id: string } } };

export type DeleteTypeCorrespondenceMutationVariables = Exact<{
  input: VersionedIdInput;
}>;


export type DeleteTypeCorrespondenceMutation = { deleteTypeCorrespondence: { deletedIds: Array<string> } };

export type GlossPartsFragment = { type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
    | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
        | { __typename: 'Entity', id: string, name: string | null }
        | { __typename: 'EntityCollection', id: string, name: string | null }
        | { __typename: 'Event', id: string, name: string | null }
        | { __typename: 'EventCollection', id: string, name: string | null }
        | { __typename: 'OntologyType', id: string, typeName: string }
        | { __typename: 'TimeCollection', id: string, name: string | null }
        | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
       | null }
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

export type TypePartsFragment = { id: string, key: string, name: string, definition: string | null, description: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, synonyms: Array<string> | null, parentTypeId: string | null, examples: Array<string> | null, constraints: unknown, color: string | null, roleIds: Array<string> | null, sourceType: string | null, targetType: string | null, sourceTypes: Array<string> | null, targetTypes: Array<string> | null, extra: Record<string, unknown> | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null, extra: Record<string, unknown> | null }> | null };

export type PersonaTypesQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonaTypesQuery = { persona: { id: string, name: string, role: string, informationNeed: string, version: number, projectId: string | null, forkedFrom: { id: string, version: number | null, node:
        | { id: string }
        | { label: string, videoId: string, firstFrame: number | null, id: string, target:
            | { id: string, name: string | null }
            | { id: string, name: string | null }
            | { id: string, typeName: string }
            | Record<PropertyKey, never>
           | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
        | { id: string }
        | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
        | { name: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
       | null } | null, project: { id: string, name: string } | null, owner: { id: string, displayName: string } | null, viewerCan: { update: boolean, share: boolean, delete: boolean }, ontology: { id: string, version: number, entityTypes: Array<{ id: string, key: string, name: string, definition: string | null, description: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, synonyms: Array<string> | null, parentTypeId: string | null, examples: Array<string> | null, constraints: unknown, color: string | null, roleIds: Array<string> | null, sourceType: string | null, targetType: string | null, sourceTypes: Array<string> | null, targetTypes: Array<string> | null, extra: Record<string, unknown> | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null, extra: Record<string, unknown> | null }> | null }>, eventTypes: Array<{ id: string, key: string, name: string, definition: string | null, description: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, synonyms: Array<string> | null, parentTypeId: string | null, examples: Array<string> | null, constraints: unknown, color: string | null, roleIds: Array<string> | null, sourceType: string | null, targetType: string | null, sourceTypes: Array<string> | null, targetTypes: Array<string> | null, extra: Record<string, unknown> | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null, extra: Record<string, unknown> | null }> | null }>, roleTypes: Array<{ id: string, key: string, name: string, definition: string | null, description: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, synonyms: Array<string> | null, parentTypeId: string | null, examples: Array<string> | null, constraints: unknown, color: string | null, roleIds: Array<string> | null, sourceType: string | null, targetType: string | null, sourceTypes: Array<string> | null, targetTypes: Array<string> | null, extra: Record<string, unknown> | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null, extra: Record<string, unknown> | null }> | null }>, relationTypes: Array<{ id: string, key: string, name: string, definition: string | null, description: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, synonyms: Array<string> | null, parentTypeId: string | null, examples: Array<string> | null, constraints: unknown, color: string | null, roleIds: Array<string> | null, sourceType: string | null, targetType: string | null, sourceTypes: Array<string> | null, targetTypes: Array<string> | null, extra: Record<string, unknown> | null, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, attributes: Array<{ name: string | null, type: AttributeType | null, required: boolean | null, defaultValue: unknown, choices: Array<string> | null, perFrame: boolean | null, extra: Record<string, unknown> | null }> | null }> } | null } | null };

export type TypeDeletionQueryVariables = Exact<{
  personaId: string | number;
  kind: OntologyTypeKind;
  key: string | number;
}>;


export type TypeDeletionQuery = { typeDeletionPreview: { annotations: number, glossReferences: number, eventRoleReferences: number, relationInstances: number, worldAssignments: number, worldInterpretations: number } };

export type PersonaDeletionQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonaDeletionQuery = { personaDeletionPreview: { typeCount: number, summaryCount: number, claimCount: number, annotationCount: number, worldAssignmentCount: number } };

export type DeletePersonaMutationVariables = Exact<{
  input: VersionedIdInput;
}>;


export type DeletePersonaMutation = { deletePersona: { deletedIds: Array<string> } };

export type PersonaNamesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type PersonaNamesQuery = { personas: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type KnownTypesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KnownTypesQuery = { personas: { nodes: Array<{ id: string, name: string, ontology: { id: string, types: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind }> } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type KnownObjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type KnownObjectsQuery = { world: { id: string, owner: { id: string, displayName: string } | null, entities: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, name: string | null, label: string | null }>, entityCollections: Array<{ id: string, key: string, name: string | null }>, eventCollections: Array<{ id: string, key: string, name: string | null }>, timeCollections: Array<{ id: string, key: string, name: string | null }> } };

export type ObjectsOfProjectQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ObjectsOfProjectQuery = { project: { id: string, worlds: Array<{ id: string, owner: { id: string, displayName: string } | null, entities: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, name: string | null, label: string | null }>, entityCollections: Array<{ id: string, key: string, name: string | null }>, eventCollections: Array<{ id: string, key: string, name: string | null }>, timeCollections: Array<{ id: string, key: string, name: string | null }> }> } | null };

export type KnownWorldFragment = { id: string, owner: { id: string, displayName: string } | null, entities: Array<{ id: string, key: string, name: string | null }>, events: Array<{ id: string, key: string, name: string | null }>, times: Array<{ id: string, key: string, name: string | null, label: string | null }>, entityCollections: Array<{ id: string, key: string, name: string | null }>, eventCollections: Array<{ id: string, key: string, name: string | null }>, timeCollections: Array<{ id: string, key: string, name: string | null }> };

export type KnownClaimsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type KnownClaimsQuery = { claims: { nodes: Array<{ id: string, text: string, summary: { id: string, video: { id: string, filename: string } | null, persona: { id: string, name: string } | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { createPersona: { persona: { id: string } } };

export type UpdatePersonaMutationVariables = Exact<{
  input: UpdatePersonaInput;
}>;


export type UpdatePersonaMutation = { updatePersona: { persona: { id: string, version: number } } };

export type UpdateOntologyMutationVariables = Exact<{
  input: UpdateOntologyInput;
}>;


export type UpdateOntologyMutation = { updateOntology: { ontology: { id: string, version: number } } };

export type DeleteTypeMutationVariables = Exact<{
  input: DeleteOntologyTypeInput;
}>;


export type DeleteTypeMutation = { deleteOntologyType: { cleanedUp: { annotations: number } } };

export type SuggestTypesMutationVariables = Exact<{
  input: AugmentOntologyInput;
}>;


export type SuggestTypesMutation = { augmentOntology: { reasoning: string, suggestions: Array<{ name: string, description: string, parent: string | null, confidence: number, examples: Array<string> }> } };

export type SaveTypeMutationVariables = Exact<{
  input: SaveOntologyTypeInput;
}>;


export type SaveTypeMutation = { saveOntologyType: { type: { id: string, key: string, personaId: string } } };

export type ProjectAgreementsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectAgreementsQuery = { project: { id: string, agreements: { nodes: Array<{ id: string, status: JobStatus, progress: number, error: string | null, createdAt: string, jobId: string | null, arguments: { personaIds: Array<string> }, result: { videos: number } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectFiguresQueryVariables = Exact<{
  id: string | number;
}>;


export type ProjectFiguresQuery = { node:
    | { id: string, createdAt: string, arguments: { personaIds: Array<string>, minIou: number }, result: { videos: number, mixed: number, pairs: Array<{ personas: Array<string>, first: number, second: number, matched: number, f1: number | null, tubeIou: number | null, temporalIou: number | null, hota: number | null, idf1: number | null }>, groups: { units: number, alone: number }, types: { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number }, object: { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number }, unmapped: Array<{ personaId: string, typeId: string, name: string }>, conflicts: Array<{ rule: TypeRule, types: Array<{ personaId: string, typeId: string }> }>, perVideo: Array<{ videoId: string, name: string, tracks: number, units: number, f1: number | null, alpha: number | null }>, leftOut: { otherStates: number, withoutBoxes: number } } | null }
    | Record<PropertyKey, never>
   | null };

export type ProjectLabelFiguresFragment = { alpha: number | null, ac1: number | null, observed: number | null, interval: Array<number> | null, lenient: number | null, units: number };

export type MeasureAgreementMutationVariables = Exact<{
  input: MeasureAgreementInput;
}>;


export type MeasureAgreementMutation = { measureAgreement: { projectAgreement: { id: string } } };

export type DeleteAgreementMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAgreementMutation = { deleteAgreement: { deletedIds: Array<string> } };

export type ProjectNamesQueryVariables = Exact<{
  isArchived?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type ProjectNamesQuery = { projects: { nodes: Array<{ id: string, name: string, viewerCan: { addToWorld: boolean } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ProjectsQueryVariables = Exact<{
  isArchived?: boolean | null | undefined;
  everyones?: boolean | null | undefined;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ProjectsQuery = { projects: { nodes: Array<{ id: string, name: string, description: string | null, isArchived: boolean, memberCount: number, videoAssignmentCount: number, myRole: ProjectRole | null, reviewProgress: Array<{ open: number, accepted: number, rejected: number }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ProjectTeamQueryVariables = Exact<{
  id: string | number;
}>;


export type ProjectTeamQuery = { project: { id: string, name: string, description: string | null, isArchived: boolean, myRole: ProjectRole | null, memberCount: number, videoAssignmentCount: number, viewerCan: { update: boolean, delete: boolean, manageMembers: boolean }, ownerGroup: { id: string, name: string } | null, members: Array<{ id: string, userId: string, role: ProjectRole, joinedAt: string, user: { id: string, displayName: string, username: string } | null }>, personas: { totalCount: number } } | null };

export type ProjectPersonasQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectPersonasQuery = { project: { id: string, personas: { nodes: Array<{ id: string, name: string, role: string, informationNeed: string, owner: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectVideosQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectVideosQuery = { project: { id: string, videoAssignments: { nodes: Array<{ id: string, video: { id: string, filename: string, thumbnailUrl: string, summaries: Array<{ id: string, projectId: string | null, claimCount: number, creator: { id: string, displayName: string } | null }>, probe: { fault: string | null, frameCount: number | null } | null } | null, assignedUser: { id: string, displayName: string } | null, reviewProgress: Array<{ open: number, accepted: number, rejected: number }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectProgressQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectProgressQuery = { project: { id: string, videoAssignments: { nodes: Array<{ id: string, videoId: string, assignedUser: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type ProjectWritingQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectWritingQuery = { summaries: { nodes: Array<{ id: string, videoId: string, creator: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type CreateProjectMutation = { createProject: { project: { id: string } } };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject: { project: { id: string } } };

export type VideosToAddQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type VideosToAddQuery = { videos: { totalCount: number, nodes: Array<{ duration: number | null, id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AssignedVideosQueryVariables = Exact<{
  id: string | number;
  userId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type AssignedVideosQuery = { project: { id: string, videoAssignments: { totalCount: number, nodes: Array<{ id: string, videoId: string, source: AssignmentSource, assignedAt: string, creator: { id: string, displayName: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null, assignedUser: { id: string, displayName: string, username: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type AssignProjectVideosMutationVariables = Exact<{
  input: AssignProjectVideosInput;
}>;


export type AssignProjectVideosMutation = { assignProjectVideos: { videoAssignments: Array<{ id: string }> } };

export type UnassignVideoMutationVariables = Exact<{
  input: UnassignVideoInput;
}>;


export type UnassignVideoMutation = { unassignVideo: { deletedIds: Array<string> } };

export type ProjectRulesQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ProjectRulesQuery = { videoAssignmentRules: { nodes: Array<{ id: string, name: string, isActive: boolean, conditions: Array<{ field: string, operator: RuleOperator, value: string }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateRuleMutationVariables = Exact<{
  input: CreateVideoAssignmentRuleInput;
}>;


export type CreateRuleMutation = { createVideoAssignmentRule: { videoAssignmentRule: { id: string } } };

export type UpdateRuleMutationVariables = Exact<{
  input: UpdateVideoAssignmentRuleInput;
}>;


export type UpdateRuleMutation = { updateVideoAssignmentRule: { videoAssignmentRule: { id: string } } };

export type DeleteRuleMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeleteRuleMutation = { deleteVideoAssignmentRule: { deletedIds: Array<string> } };

export type TryRuleMutationVariables = Exact<{
  input: IdInput;
}>;


export type TryRuleMutation = { evaluateVideoAssignmentRule: { evaluation: { matchingVideoCount: number } } };

export type RunRulesMutationVariables = Exact<{ [key: string]: never; }>;


export type RunRulesMutation = { evaluateVideoAssignmentRules: { evaluation: { assignmentsCreated: number } } };

export type DeleteProjectMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeleteProjectMutation = { deleteProject: { deletedIds: Array<string> } };

export type InvitationsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type InvitationsQuery = { invitations: { nodes: Array<{ id: string, projectId: string, projectName: string, role: ProjectRole, creator: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SentInvitationsQueryVariables = Exact<{
  id: string | number;
}>;


export type SentInvitationsQuery = { project: { id: string, invitations: Array<{ id: string, userId: string, role: ProjectRole, status: InvitationStatus, createdAt: string, expiresAt: string, answeredAt: string | null, user: { id: string, displayName: string, username: string } | null, creator: { id: string, displayName: string } | null }> } | null };

export type InviteToProjectMutationVariables = Exact<{
  input: InviteToProjectInput;
}>;


export type InviteToProjectMutation = { inviteToProject: { projectInvitation: { id: string, user: { id: string, displayName: string } | null } } };

export type WithdrawInvitationMutationVariables = Exact<{
  input: WithdrawInvitationInput;
}>;


export type WithdrawInvitationMutation = { withdrawInvitation: { deletedIds: Array<string> } };

export type AcceptInvitationMutationVariables = Exact<{
  input: IdInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { projectMember: { id: string } } };

export type DeclineInvitationMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeclineInvitationMutation = { declineInvitation: { projectInvitation: { id: string } } };

export type AddMemberMutationVariables = Exact<{
  input: AddProjectMemberInput;
}>;


export type AddMemberMutation = { addProjectMember: { projectMember: { id: string, user: { id: string, displayName: string } | null } } };

export type AddGroupMutationVariables = Exact<{
  input: AddGroupToProjectInput;
}>;


export type AddGroupMutation = { addGroupToProject: { projectMembers: Array<{ id: string, userId: string, role: ProjectRole, user: { id: string, displayName: string } | null }>, alreadyMembers: Array<{ id: string, userId: string, role: ProjectRole, user: { id: string, displayName: string } | null }> } };

export type MemberNamedFragment = { id: string, userId: string, role: ProjectRole, user: { id: string, displayName: string } | null };

export type ChangeRoleMutationVariables = Exact<{
  input: ChangeProjectRoleInput;
}>;


export type ChangeRoleMutation = { changeProjectRole: { projectMember: { id: string } } };

export type RemoveMemberMutationVariables = Exact<{
  input: RemoveProjectMemberInput;
}>;


export type RemoveMemberMutation = { removeProjectMember: { deletedIds: Array<string> } };

export type WhyAccessQueryVariables = Exact<{
  userId: string | number;
  kind: Kind;
  id: string | number;
  action: PermissionAction;
}>;


export type WhyAccessQuery = { explainAccess: { allowed: boolean, role: PermissionRole | null, reasons: Array<string> } };

export type ProjectWebhooksQueryVariables = Exact<{
  projectId: string | number;
  after?: string | null | undefined;
}>;


export type ProjectWebhooksQuery = { webhooks: { nodes: Array<{ id: string, url: string, kinds: Array<Kind>, isActive: boolean, withContent: boolean, note: string | null, failures: number, failingSince: string | null, retryAt: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type WebhookMessagesQueryVariables = Exact<{
  webhookId: string | number;
  after?: string | null | undefined;
}>;


export type WebhookMessagesQuery = { webhookDeliveries: { nodes: Array<{ id: string, changes: number, isReplay: boolean, status: WebhookDeliveryStatus, attempts: number, responseStatus: number | null, ms: number | null, error: string | null, createdAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string } };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { webhook: { id: string } } };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: IdInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string } };

export type ReplayWebhookMutationVariables = Exact<{
  input: ReplayWebhookInput;
}>;


export type ReplayWebhookMutation = { replayWebhook: { webhook: { id: string } } };

export type DeleteWebhookMutationVariables = Exact<{
  input: IdInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook: { deletedIds: Array<string> } };

export type AnnotationReviewPartsFragment = { id: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, reviewer: { id: string, displayName: string } | null, viewerCan: { review: boolean } };

export type SummaryReviewPartsFragment = { id: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, reviewer: { id: string, displayName: string } | null, viewerCan: { review: boolean } };

export type ClaimReviewPartsFragment = { id: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, reviewer: { id: string, displayName: string } | null, viewerCan: { review: boolean } };

export type ReviewsOfClaimsQueryVariables = Exact<{
  summaryId: string | number;
}>;


export type ReviewsOfClaimsQuery = { open: { totalCount: number }, accepted: { totalCount: number }, rejected: { totalCount: number } };

export type ReviewProgressQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ReviewProgressQuery = { project: { id: string, reviewProgress: Array<{ userId: string | null, displayName: string | null, kind: Kind, open: number, accepted: number, rejected: number }> } | null };

export type TallyFragment = { open: number, accepted: number, rejected: number };

export type NextOpenQueryVariables = Exact<{
  projectId: string | number;
  videoId?: string | number | null | undefined;
  creatorId?: string | number | null | undefined;
}>;


export type NextOpenQuery = { annotations: { nodes: Array<{ id: string, videoId: string, firstFrame: number | null }> }, claims: { nodes: Array<{ id: string, summary: { id: string, videoId: string, personaId: string } | null }> }, summaries: { nodes: Array<{ id: string, videoId: string, personaId: string }> } };

export type ReviewRightsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ReviewRightsQuery = { nodes: Array<
    | { id: string, viewerCan: { review: boolean } }
    | Record<PropertyKey, never>
   | null> };

export type SummariesToReviewQueryVariables = Exact<{
  projectId: string | number;
  reviewState?: ReviewState | null | undefined;
  after?: string | null | undefined;
}>;


export type SummariesToReviewQuery = { summaries: { nodes: Array<{ id: string, version: number, videoId: string, personaId: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, reviewer: { id: string, displayName: string } | null, viewerCan: { review: boolean } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ReviewItemsMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  state: ReviewState;
  note?: string | null | undefined;
  versions?: Array<number> | number | null | undefined;
}>;


export type ReviewItemsMutation = { reviewItems: { items: Array<
      | { id: string }
      | { id: string }
      | { id: string }
    > } };

export type SearchContentQueryVariables = Exact<{
  query: string;
  semantic?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchContentQuery = { search: { totalCount: number, edges: Array<{ kind: Kind, snippet: Array<{ text: string, matches: boolean }>, node:
        | { __typename: 'Claim', id: string, text: string, gloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
              | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                  | { __typename: 'Entity', id: string, name: string | null }
                  | { __typename: 'EntityCollection', id: string, name: string | null }
                  | { __typename: 'Event', id: string, name: string | null }
                  | { __typename: 'EventCollection', id: string, name: string | null }
                  | { __typename: 'OntologyType', id: string, typeName: string }
                  | { __typename: 'TimeCollection', id: string, name: string | null }
                  | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
                 | null }
              | { __typename: 'Claim', id: string, text: string, summaryId: string }
              | { __typename: 'Entity', key: string, name: string | null }
              | { __typename: 'EntityCollection', key: string, name: string | null }
              | { __typename: 'Event', key: string, name: string | null }
              | { __typename: 'EventCollection', key: string, name: string | null }
              | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
              | { __typename: 'TimeCollection', key: string, name: string | null }
              | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
             | null }>, evidence: Array<{ startTime: number | null, frames: Array<{ frameNumber: number }> | null }> | null, claimTime: { id: string, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null }> | null } | null, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
        | { __typename: 'Entity', id: string, key: string, objectName: string | null }
        | { __typename: 'Event', id: string, key: string, objectName: string | null }
        | { __typename: 'OntologyType', id: string, key: string, personaId: string, typeName: string, typeKind: OntologyTypeKind }
        | { __typename: 'Persona' }
        | { __typename: 'Summary', id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
        | { __typename: 'Video' }
       | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SearchNamesQueryVariables = Exact<{
  query: string;
}>;


export type SearchNamesQuery = { videos: { totalCount: number, nodes: Array<{ id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null }> }, personas: { totalCount: number, nodes: Array<{ id: string, name: string, role: string }> } };

export type SharesSentQueryVariables = Exact<{
  resourceType?: Kind | null | undefined;
  resourceId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type SharesSentQuery = { sharesSent: { nodes: Array<{ id: string, resourceType: Kind, resourceId: string, permissionLevel: SharePermission, expiresAt: string | null, resource:
        | { id: string }
        | { label: string, videoId: string, firstFrame: number | null, id: string, target:
            | { id: string, name: string | null }
            | { id: string, name: string | null }
            | { id: string, typeName: string }
            | Record<PropertyKey, never>
           | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
        | { id: string }
        | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
        | { name: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
       | null, sharedWithUser: { id: string, displayName: string } | null, sharedWithGroup: { id: string, name: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SharesReceivedQueryVariables = Exact<{
  resourceType?: Kind | null | undefined;
  after?: string | null | undefined;
}>;


export type SharesReceivedQuery = { sharesReceived: { totalCount: number, nodes: Array<{ id: string, resourceType: Kind, resourceId: string, permissionLevel: SharePermission, expiresAt: string | null, resource:
        | { id: string }
        | { label: string, videoId: string, firstFrame: number | null, id: string, target:
            | { id: string, name: string | null }
            | { id: string, name: string | null }
            | { id: string, typeName: string }
            | Record<PropertyKey, never>
           | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
        | { id: string }
        | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
        | { name: string, id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { id: string }
        | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
       | null, creator: { id: string, displayName: string } | null, sharedWithGroup: { id: string, name: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SharesCountQueryVariables = Exact<{ [key: string]: never; }>;


export type SharesCountQuery = { sharesReceived: { totalCount: number } };

export type ForkShareMutationVariables = Exact<{
  input: ForkShareInput;
}>;


export type ForkShareMutation = { forkShare: { resourceType: Kind, resourceId: string, resource:
      | { id: string }
      | { label: string, videoId: string, firstFrame: number | null, id: string, target:
          | { id: string, name: string | null }
          | { id: string, name: string | null }
          | { id: string, typeName: string }
          | Record<PropertyKey, never>
         | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
      | { id: string }
      | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
      | { name: string, id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
     | null } };

export type ShareResourceMutationVariables = Exact<{
  input: ShareResourceInput;
}>;


export type ShareResourceMutation = { shareResource: { share: { id: string } } };

export type RevokeShareMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeShareMutation = { revokeShare: { deletedIds: Array<string> } };

export type KnownGroupsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KnownGroupsQuery = { groups: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type FellowsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type FellowsQuery = { users: { nodes: Array<{ id: string, displayName: string, username: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type PersonByNameQueryVariables = Exact<{
  username: string;
}>;


export type PersonByNameQuery = { user: { id: string, displayName: string, username: string } | null };

export type AllPeopleQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AllPeopleQuery = { accounts: { nodes: Array<{ displayName: string, username: string, id: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

type SharedThing_AgreementDecision_Fragment = { id: string };

type SharedThing_Annotation_Fragment = { label: string, videoId: string, firstFrame: number | null, id: string, target:
    | { id: string, name: string | null }
    | { id: string, name: string | null }
    | { id: string, typeName: string }
    | Record<PropertyKey, never>
   | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null };

type SharedThing_ApiKey_Fragment = { id: string };

type SharedThing_Claim_Fragment = { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null };

type SharedThing_ClaimRelation_Fragment = { id: string };

type SharedThing_Entity_Fragment = { id: string };

type SharedThing_EntityCollection_Fragment = { id: string };

type SharedThing_Event_Fragment = { id: string };

type SharedThing_EventCollection_Fragment = { id: string };

type SharedThing_FrozenExport_Fragment = { id: string };

type SharedThing_Group_Fragment = { id: string };

type SharedThing_GroupMember_Fragment = { id: string };

type SharedThing_Import_Fragment = { id: string };

type SharedThing_Job_Fragment = { id: string };

type SharedThing_Ontology_Fragment = { id: string };

type SharedThing_OntologyType_Fragment = { id: string };

type SharedThing_Permission_Fragment = { id: string };

type SharedThing_Persona_Fragment = { name: string, id: string };

type SharedThing_Project_Fragment = { id: string };

type SharedThing_ProjectAgreement_Fragment = { id: string };

type SharedThing_ProjectInvitation_Fragment = { id: string };

type SharedThing_ProjectMember_Fragment = { id: string };

type SharedThing_Session_Fragment = { id: string };

type SharedThing_Share_Fragment = { id: string };

type SharedThing_Summary_Fragment = { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null };

type SharedThing_TimeCollection_Fragment = { id: string };

type SharedThing_TimeObject_Fragment = { id: string };

type SharedThing_Token_Fragment = { id: string };

type SharedThing_TypeCorrespondence_Fragment = { id: string };

type SharedThing_User_Fragment = { id: string };

type SharedThing_Video_Fragment = { id: string };

type SharedThing_VideoAssignment_Fragment = { id: string };

type SharedThing_VideoAssignmentRule_Fragment = { id: string };

type SharedThing_Webhook_Fragment = { id: string };

type SharedThing_World_Fragment = { id: string };

type SharedThing_WorldRelation_Fragment = { id: string };

export type SharedThingFragment =
  | SharedThing_AgreementDecision_Fragment
  | SharedThing_Annotation_Fragment
  | SharedThing_ApiKey_Fragment
  | SharedThing_Claim_Fragment
  | SharedThing_ClaimRelation_Fragment
  | SharedThing_Entity_Fragment
  | SharedThing_EntityCollection_Fragment
  | SharedThing_Event_Fragment
  | SharedThing_EventCollection_Fragment
  | SharedThing_FrozenExport_Fragment
  | SharedThing_Group_Fragment
  | SharedThing_GroupMember_Fragment
  | SharedThing_Import_Fragment
  | SharedThing_Job_Fragment
  | SharedThing_Ontology_Fragment
  | SharedThing_OntologyType_Fragment
  | SharedThing_Permission_Fragment
  | SharedThing_Persona_Fragment
  | SharedThing_Project_Fragment
  | SharedThing_ProjectAgreement_Fragment
  | SharedThing_ProjectInvitation_Fragment
  | SharedThing_ProjectMember_Fragment
  | SharedThing_Session_Fragment
  | SharedThing_Share_Fragment
  | SharedThing_Summary_Fragment
  | SharedThing_TimeCollection_Fragment
  | SharedThing_TimeObject_Fragment
  | SharedThing_Token_Fragment
  | SharedThing_TypeCorrespondence_Fragment
  | SharedThing_User_Fragment
  | SharedThing_Video_Fragment
  | SharedThing_VideoAssignment_Fragment
  | SharedThing_VideoAssignmentRule_Fragment
  | SharedThing_Webhook_Fragment
  | SharedThing_World_Fragment
  | SharedThing_WorldRelation_Fragment
;

export type SharedPersonasQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SharedPersonasQuery = { sharesReceived: { nodes: Array<{ id: string, creator: { id: string, displayName: string } | null, resource:
        | { id: string, name: string, role: string, informationNeed: string, project: { id: string, name: string } | null }
        | Record<PropertyKey, never>
       | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SharedSummariesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SharedSummariesQuery = { sharesReceived: { nodes: Array<{ id: string, resourceId: string, creator: { id: string, displayName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type SourceFragment = { id: string, version: number | null, node:
    | { id: string }
    | { label: string, videoId: string, firstFrame: number | null, id: string, target:
        | { id: string, name: string | null }
        | { id: string, name: string | null }
        | { id: string, typeName: string }
        | Record<PropertyKey, never>
       | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
    | { id: string }
    | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
    | { name: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
   | null };

export type CompareQueryVariables = Exact<{
  videoId: string | number;
}>;


export type CompareQuery = { video: { id: string, filename: string, summaries: Array<{ id: string, personaId: string, persona: { id: string, name: string } | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
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

export type SummaryPartsFragment = { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: FusionStrategy | null, audioTranscript: string | null, claimCount: number, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
      | { id: string }
      | { label: string, videoId: string, firstFrame: number | null, id: string, target:
          | { id: string, name: string | null }
          | { id: string, name: string | null }
          | { id: string, typeName: string }
          | Record<PropertyKey, never>
         | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
      | { id: string }
      | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
      | { name: string, id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
     | null } | null, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null };

export type ReadingQueryVariables = Exact<{
  videoId: string | number;
}>;


export type ReadingQuery = { video: { id: string, filename: string, summaries: Array<{ id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: FusionStrategy | null, audioTranscript: string | null, claimCount: number, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
          | { id: string }
          | { label: string, videoId: string, firstFrame: number | null, id: string, target:
              | { id: string, name: string | null }
              | { id: string, name: string | null }
              | { id: string, typeName: string }
              | Record<PropertyKey, never>
             | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
          | { id: string }
          | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
          | { name: string, id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
         | null } | null, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null }> } | null };

export type ReferablesQueryVariables = Exact<{
  personaId: string | number;
}>;


export type ReferablesQuery = { persona: { id: string, project: { id: string } | null, ontology: { id: string, types: Array<{ id: string, key: string, name: string, kind: OntologyTypeKind }> } | null } | null };

export type RequestSummaryMutationVariables = Exact<{
  input: RequestSummaryInput;
}>;


export type RequestSummaryMutation = { requestSummary: { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } } };

export type SynthesizeSummaryMutationVariables = Exact<{
  input: SynthesizeSummaryInput;
}>;


export type SynthesizeSummaryMutation = { synthesizeSummary: { job: { id: string, queue: JobQueue, status: JobStatus, progress: number, error: string | null, pollAfterMs: number | null, createdAt: string, completedAt: string | null, videoId: string | null, personaId: string | null, summaryId: string | null } } };

export type TranscribeVideoMutationVariables = Exact<{
  input: TranscribeVideoInput;
}>;


export type TranscribeVideoMutation = { transcribeVideo: { transcript: { text: string, language: string | null, modelUsed: string, segments: Array<{ start: number, end: number, text: string, speaker: string | null }> } } };

export type DeleteSummaryMutationVariables = Exact<{
  id: string | number;
  ifVersion?: number | null | undefined;
}>;


export type DeleteSummaryMutation = { deleteSummary: { deletedIds: Array<string> } };

export type SaveSummaryMutationVariables = Exact<{
  input: SaveSummaryInput;
}>;


export type SaveSummaryMutation = { saveSummary: { summary: { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: FusionStrategy | null, audioTranscript: string | null, claimCount: number, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
          | { id: string }
          | { label: string, videoId: string, firstFrame: number | null, id: string, target:
              | { id: string, name: string | null }
              | { id: string, name: string | null }
              | { id: string, typeName: string }
              | Record<PropertyKey, never>
             | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
          | { id: string }
          | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
          | { name: string, id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
         | null } | null, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } } };

export type UpdateSummaryMutationVariables = Exact<{
  input: UpdateSummaryInput;
}>;


export type UpdateSummaryMutation = { updateSummary: { summary: { id: string, version: number, videoId: string, personaId: string, comment: string | null, confidence: number | null, visualModelUsed: string | null, audioModelUsed: string | null, fusionStrategy: FusionStrategy | null, audioTranscript: string | null, claimCount: number, updatedAt: string, reviewState: ReviewState, reviewedAt: string | null, reviewNote: string | null, forkedFrom: { id: string, version: number | null, node:
          | { id: string }
          | { label: string, videoId: string, firstFrame: number | null, id: string, target:
              | { id: string, name: string | null }
              | { id: string, name: string | null }
              | { id: string, typeName: string }
              | Record<PropertyKey, never>
             | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
          | { id: string }
          | { text: string, confidence: number | null, id: string, summary: { id: string, videoId: string, personaId: string, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null } | null }
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
          | { name: string, id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { id: string }
          | { videoId: string, personaId: string, id: string, persona: { id: string, name: string } | null, video: { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null } | null }
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
         | null } | null, persona: { id: string, name: string } | null, creator: { id: string, displayName: string } | null, summary: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, viewerCan: { update: boolean, delete: boolean, share: boolean, review: boolean }, reviewer: { id: string, displayName: string } | null } } };

export type LibraryQueryVariables = Exact<{
  after?: string | null | undefined;
  search?: string | null | undefined;
  projectId?: string | number | null | undefined;
  summarizedBy?: string | number | null | undefined;
  hasSummary?: boolean | null | undefined;
  assignedTo?: string | number | null | undefined;
  orderBy?: VideoOrder | null | undefined;
}>;


export type LibraryQuery = { videos: { totalCount: number, nodes: Array<{ id: string, filename: string, duration: number | null, resolution: string | null, thumbnailUrl: string, probe: { codec: string | null, fault: string | null } | null, summaries: Array<{ id: string, personaId: string }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AssignedToMeQueryVariables = Exact<{
  userId: string | number;
}>;


export type AssignedToMeQuery = { videos: { totalCount: number, nodes: Array<{ id: string }> } };

export type UploadedVideosQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type UploadedVideosQuery = { nodes: Array<
    | { __typename: 'AgreementDecision', id: string }
    | { __typename: 'Annotation', id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Claim', id: string }
    | { __typename: 'ClaimRelation', id: string }
    | { __typename: 'Entity', id: string }
    | { __typename: 'EntityCollection', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'EventCollection', id: string }
    | { __typename: 'FrozenExport', id: string }
    | { __typename: 'Group', id: string }
    | { __typename: 'GroupMember', id: string }
    | { __typename: 'Import', id: string }
    | { __typename: 'Job', id: string }
    | { __typename: 'Ontology', id: string }
    | { __typename: 'OntologyType', id: string }
    | { __typename: 'Permission', id: string }
    | { __typename: 'Persona', id: string }
    | { __typename: 'Project', id: string }
    | { __typename: 'ProjectAgreement', id: string }
    | { __typename: 'ProjectInvitation', id: string }
    | { __typename: 'ProjectMember', id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'Share', id: string }
    | { __typename: 'Summary', id: string }
    | { __typename: 'TimeCollection', id: string }
    | { __typename: 'TimeObject', id: string }
    | { __typename: 'Token', id: string }
    | { __typename: 'TypeCorrespondence', id: string }
    | { __typename: 'User', id: string }
    | { __typename: 'Video', filename: string, id: string, probe: { fault: string | null } | null }
    | { __typename: 'VideoAssignment', id: string }
    | { __typename: 'VideoAssignmentRule', id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'World', id: string }
    | { __typename: 'WorldRelation', id: string }
   | null> };

export type SyncVideosMutationVariables = Exact<{ [key: string]: never; }>;


export type SyncVideosMutation = { syncVideos: { added: number, updated: number, deleted: number, errors: number, total: number } };

export type WatchQueryVariables = Exact<{
  videoId: string | number;
}>;


export type WatchQuery = { video: { id: string, filename: string, duration: number | null, frameRate: number | null, streamUrl: string, thumbnailUrl: string, begin: number | null, probe: { fault: string | null, codec: string | null, width: number | null, height: number | null, duration: number | null, frameCount: number | null, isVariableRate: boolean | null, frameRate: { numerator: number, denominator: number } | null, timeBase: { numerator: number, denominator: number } | null } | null } | null };

export type FrameTimesQueryVariables = Exact<{
  videoId: string | number;
  from: number;
}>;


export type FrameTimesQuery = { video: { id: string, frameTimes: Array<number> | null } | null };

export type FirstStepsQueryVariables = Exact<{
  me: string | number;
}>;


export type FirstStepsQuery = { personas: { nodes: Array<{ id: string, ownerId: string, ontology: { id: string, types: Array<{ id: string }> } | null }> }, annotations: { nodes: Array<{ id: string }> }, summaries: { nodes: Array<{ id: string }> }, claims: { nodes: Array<{ id: string }> } };

export type SetPresenceMutationVariables = Exact<{
  input: SetPresenceInput;
}>;


export type SetPresenceMutation = { setPresence: { viewers: Array<{ userId: string, displayName: string, frame: number }> } };

export type VideoNamedFragment = { id: string, filename: string, thumbnailUrl: string, probe: { fault: string | null, frameCount: number | null } | null };

export type WatchAssignmentsQueryVariables = Exact<{
  videoId: string | number;
}>;


export type WatchAssignmentsQuery = { video: { id: string, assignments: Array<{ id: string, project: { id: string, name: string } | null, assignedUser: { id: string, displayName: string } | null }> } | null };

export type OwnAssignmentsQueryVariables = Exact<{
  projectId: string | number;
  userId: string | number;
  after?: string | null | undefined;
}>;


export type OwnAssignmentsQuery = { project: { id: string, videoAssignments: { nodes: Array<{ id: string, videoId: string, video: { id: string, filename: string, summaries: Array<{ id: string, projectId: string | null, creator: { id: string } | null }> } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type WorldNowQueryVariables = Exact<{
  projectId?: string | number | null | undefined;
}>;


export type WorldNowQuery = { world: { id: string, version: number, entities: Array<{ __typename: 'Entity', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, type: string | null, locationType: LocationType | null, coordinateSystem: CoordinateSystem | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, coordinates: { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null } | null, boundary: Array<{ latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null }> | null, boundingBox: { minLatitude: number | null, maxLatitude: number | null, minLongitude: number | null, maxLongitude: number | null, minAltitude: number | null, maxAltitude: number | null, extra: Record<string, unknown> | null } | null, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, events: Array<{ __typename: 'Event', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, startTimeId: string | null, endTimeId: string | null, locationId: string | null, participantIds: Array<string> | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, interpretations: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, times: Array<{ __typename: 'TimeObject', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, label: string | null, type: TimeType | null, value: string | null, start: string | null, end: string | null, frame: number | null, certainty: number | null, vagueness: TimeVagueness | null, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, vaguenessDetail: { type: VaguenessType | null, description: string | null, granularity: string | null, extra: Record<string, unknown> | null, bounds: { earliest: string | null, latest: string | null, typical: string | null, extra: Record<string, unknown> | null } | null } | null, deictic: { anchorType: string | null, anchorTime: string | null, expression: string | null, extra: Record<string, unknown> | null } | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null, milliseconds: number | null, millisecondRange: Array<number> | null, extra: Record<string, unknown> | null }> | null }>, entityCollections: Array<{ __typename: 'EntityCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, entityIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, aggregateProperties: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, eventCollections: Array<{ __typename: 'EventCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, eventIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, timeCollectionId: string | null, structure: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, timeCollections: Array<{ __typename: 'TimeCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, timeIds: Array<string> | null, pattern: string | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, recurrence: unknown, habituality: unknown, cycle: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }>, relations: Array<{ __typename: 'WorldRelation', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, sourceId: string | null, sourceType: string | null, targetId: string | null, targetType: string | null, relationType: string | null, relationTypeId: string | null, confidence: number | null, bidirectional: boolean | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
          | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
              | { __typename: 'Entity', id: string, name: string | null }
              | { __typename: 'EntityCollection', id: string, name: string | null }
              | { __typename: 'Event', id: string, name: string | null }
              | { __typename: 'EventCollection', id: string, name: string | null }
              | { __typename: 'OntologyType', id: string, typeName: string }
              | { __typename: 'TimeCollection', id: string, name: string | null }
              | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
             | null }
          | { __typename: 'Claim', id: string, text: string, summaryId: string }
          | { __typename: 'Entity', key: string, name: string | null }
          | { __typename: 'EntityCollection', key: string, name: string | null }
          | { __typename: 'Event', key: string, name: string | null }
          | { __typename: 'EventCollection', key: string, name: string | null }
          | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
          | { __typename: 'TimeCollection', key: string, name: string | null }
          | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
         | null }> }> } };

export type SharedWorldQueryVariables = Exact<{
  id: string | number;
}>;


export type SharedWorldQuery = { node:
    | { id: string, version: number, owner: { id: string, displayName: string } | null, project: { id: string } | null, entities: Array<{ __typename: 'Entity', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, type: string | null, locationType: LocationType | null, coordinateSystem: CoordinateSystem | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, coordinates: { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null } | null, boundary: Array<{ latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null }> | null, boundingBox: { minLatitude: number | null, maxLatitude: number | null, minLongitude: number | null, maxLongitude: number | null, minAltitude: number | null, maxAltitude: number | null, extra: Record<string, unknown> | null } | null, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, events: Array<{ __typename: 'Event', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, startTimeId: string | null, endTimeId: string | null, locationId: string | null, participantIds: Array<string> | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, interpretations: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, times: Array<{ __typename: 'TimeObject', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, label: string | null, type: TimeType | null, value: string | null, start: string | null, end: string | null, frame: number | null, certainty: number | null, vagueness: TimeVagueness | null, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, vaguenessDetail: { type: VaguenessType | null, description: string | null, granularity: string | null, extra: Record<string, unknown> | null, bounds: { earliest: string | null, latest: string | null, typical: string | null, extra: Record<string, unknown> | null } | null } | null, deictic: { anchorType: string | null, anchorTime: string | null, expression: string | null, extra: Record<string, unknown> | null } | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null, milliseconds: number | null, millisecondRange: Array<number> | null, extra: Record<string, unknown> | null }> | null }>, entityCollections: Array<{ __typename: 'EntityCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, entityIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, aggregateProperties: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, eventCollections: Array<{ __typename: 'EventCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, eventIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, timeCollectionId: string | null, structure: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, timeCollections: Array<{ __typename: 'TimeCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, timeIds: Array<string> | null, pattern: string | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, recurrence: unknown, habituality: unknown, cycle: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }>, relations: Array<{ __typename: 'WorldRelation', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, sourceId: string | null, sourceType: string | null, targetId: string | null, targetType: string | null, relationType: string | null, relationTypeId: string | null, confidence: number | null, bidirectional: boolean | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
            | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
                | { __typename: 'Entity', id: string, name: string | null }
                | { __typename: 'EntityCollection', id: string, name: string | null }
                | { __typename: 'Event', id: string, name: string | null }
                | { __typename: 'EventCollection', id: string, name: string | null }
                | { __typename: 'OntologyType', id: string, typeName: string }
                | { __typename: 'TimeCollection', id: string, name: string | null }
                | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
               | null }
            | { __typename: 'Claim', id: string, text: string, summaryId: string }
            | { __typename: 'Entity', key: string, name: string | null }
            | { __typename: 'EntityCollection', key: string, name: string | null }
            | { __typename: 'Event', key: string, name: string | null }
            | { __typename: 'EventCollection', key: string, name: string | null }
            | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
            | { __typename: 'TimeCollection', key: string, name: string | null }
            | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
           | null }> }> }
    | Record<PropertyKey, never>
   | null };

export type ObjectDeletionQueryVariables = Exact<{
  id: string | number;
  first: number;
}>;


export type ObjectDeletionQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
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
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
    | { id: string, annotations: { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type NamedBoxesFragment = { totalCount: number, nodes: Array<{ id: string, video: { id: string, filename: string } | null }> };

export type WorldPartsFragment = { id: string, version: number, entities: Array<{ __typename: 'Entity', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, type: string | null, locationType: LocationType | null, coordinateSystem: CoordinateSystem | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, coordinates: { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null } | null, boundary: Array<{ latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null }> | null, boundingBox: { minLatitude: number | null, maxLatitude: number | null, minLongitude: number | null, maxLongitude: number | null, minAltitude: number | null, maxAltitude: number | null, extra: Record<string, unknown> | null } | null, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, events: Array<{ __typename: 'Event', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, startTimeId: string | null, endTimeId: string | null, locationId: string | null, participantIds: Array<string> | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, interpretations: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, times: Array<{ __typename: 'TimeObject', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, label: string | null, type: TimeType | null, value: string | null, start: string | null, end: string | null, frame: number | null, certainty: number | null, vagueness: TimeVagueness | null, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, vaguenessDetail: { type: VaguenessType | null, description: string | null, granularity: string | null, extra: Record<string, unknown> | null, bounds: { earliest: string | null, latest: string | null, typical: string | null, extra: Record<string, unknown> | null } | null } | null, deictic: { anchorType: string | null, anchorTime: string | null, expression: string | null, extra: Record<string, unknown> | null } | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null, milliseconds: number | null, millisecondRange: Array<number> | null, extra: Record<string, unknown> | null }> | null }>, entityCollections: Array<{ __typename: 'EntityCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, entityIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, aggregateProperties: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, eventCollections: Array<{ __typename: 'EventCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, eventIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, timeCollectionId: string | null, structure: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null }>, timeCollections: Array<{ __typename: 'TimeCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, timeIds: Array<string> | null, pattern: string | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, recurrence: unknown, habituality: unknown, cycle: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }> }>, relations: Array<{ __typename: 'WorldRelation', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, sourceId: string | null, sourceType: string | null, targetId: string | null, targetType: string | null, relationType: string | null, relationTypeId: string | null, confidence: number | null, bidirectional: boolean | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
        | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
            | { __typename: 'Entity', id: string, name: string | null }
            | { __typename: 'EntityCollection', id: string, name: string | null }
            | { __typename: 'Event', id: string, name: string | null }
            | { __typename: 'EventCollection', id: string, name: string | null }
            | { __typename: 'OntologyType', id: string, typeName: string }
            | { __typename: 'TimeCollection', id: string, name: string | null }
            | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
           | null }
        | { __typename: 'Claim', id: string, text: string, summaryId: string }
        | { __typename: 'Entity', key: string, name: string | null }
        | { __typename: 'EntityCollection', key: string, name: string | null }
        | { __typename: 'Event', key: string, name: string | null }
        | { __typename: 'EventCollection', key: string, name: string | null }
        | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
        | { __typename: 'TimeCollection', key: string, name: string | null }
        | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
       | null }> }> };

export type EntityPartsFragment = { __typename: 'Entity', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, type: string | null, locationType: LocationType | null, coordinateSystem: CoordinateSystem | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, coordinates: { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null } | null, boundary: Array<{ latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null }> | null, boundingBox: { minLatitude: number | null, maxLatitude: number | null, minLongitude: number | null, maxLongitude: number | null, minAltitude: number | null, maxAltitude: number | null, extra: Record<string, unknown> | null } | null, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null };

export type EventPartsFragment = { __typename: 'Event', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, kbId: string | null, kbUrl: string | null, importedFrom: string | null, importedAt: string | null, startTimeId: string | null, endTimeId: string | null, locationId: string | null, participantIds: Array<string> | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, interpretations: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null };

export type TimePartsFragment = { __typename: 'TimeObject', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, label: string | null, type: TimeType | null, value: string | null, start: string | null, end: string | null, frame: number | null, certainty: number | null, vagueness: TimeVagueness | null, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, vaguenessDetail: { type: VaguenessType | null, description: string | null, granularity: string | null, extra: Record<string, unknown> | null, bounds: { earliest: string | null, latest: string | null, typical: string | null, extra: Record<string, unknown> | null } | null } | null, deictic: { anchorType: string | null, anchorTime: string | null, expression: string | null, extra: Record<string, unknown> | null } | null, videoReferences: Array<{ videoId: string | null, frameNumber: number | null, frameRange: Array<number> | null, milliseconds: number | null, millisecondRange: Array<number> | null, extra: Record<string, unknown> | null }> | null };

export type EntityCollectionPartsFragment = { __typename: 'EntityCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, entityIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, aggregateProperties: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null };

export type EventCollectionPartsFragment = { __typename: 'EventCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, eventIds: Array<string> | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, timeCollectionId: string | null, structure: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }>, typeAssignments: Array<{ personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null }> | null };

export type TimeCollectionPartsFragment = { __typename: 'TimeCollection', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, timeIds: Array<string> | null, pattern: string | null, collectionType: CollectionType | null, attributes: unknown, metadata: unknown, recurrence: unknown, habituality: unknown, cycle: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }> };

export type RelationPartsFragment = { __typename: 'WorldRelation', id: string, key: string, name: string | null, description: string | null, createdAt: string | null, updatedAt: string | null, sourceId: string | null, sourceType: string | null, targetId: string | null, targetType: string | null, relationType: string | null, relationTypeId: string | null, confidence: number | null, bidirectional: boolean | null, attributes: unknown, metadata: unknown, extra: Record<string, unknown> | null, descriptionGloss: Array<{ type: GlossItemType, content: string, refType: GlossRefType | null, refPersonaId: string | null, refClaimId: string | null, extra: Record<string, unknown> | null, target:
      | { __typename: 'Annotation', id: string, videoId: string, number: number, firstFrame: number | null, lastFrame: number | null, annotationLabel: string, annotationTarget:
          | { __typename: 'Entity', id: string, name: string | null }
          | { __typename: 'EntityCollection', id: string, name: string | null }
          | { __typename: 'Event', id: string, name: string | null }
          | { __typename: 'EventCollection', id: string, name: string | null }
          | { __typename: 'OntologyType', id: string, typeName: string }
          | { __typename: 'TimeCollection', id: string, name: string | null }
          | { __typename: 'TimeObject', id: string, name: string | null, label: string | null }
         | null }
      | { __typename: 'Claim', id: string, text: string, summaryId: string }
      | { __typename: 'Entity', key: string, name: string | null }
      | { __typename: 'EntityCollection', key: string, name: string | null }
      | { __typename: 'Event', key: string, name: string | null }
      | { __typename: 'EventCollection', key: string, name: string | null }
      | { __typename: 'OntologyType', key: string, kind: OntologyTypeKind, typeName: string }
      | { __typename: 'TimeCollection', key: string, name: string | null }
      | { __typename: 'TimeObject', key: string, name: string | null, label: string | null }
     | null }> };

export type PointPartsFragment = { latitude: number | null, longitude: number | null, altitude: number | null, x: number | null, y: number | null, z: number | null, extra: Record<string, unknown> | null };

export type AssignedPartsFragment = { personaId: string | null, typeId: string | null, typeName: string | null, confidence: number | null, justification: string | null, extra: Record<string, unknown> | null, participants: Array<{ entityId: string | null, roleTypeId: string | null, extra: Record<string, unknown> | null }> | null };

export type MoveWorldObjectsMutationVariables = Exact<{
  input: MoveWorldObjectsInput;
}>;


export type MoveWorldObjectsMutation = { moveWorldObjects: { world: { id: string, version: number } } };

export type UpdateWorldMutationVariables = Exact<{
  input: UpdateWorldInput;
}>;


export type UpdateWorldMutation = { updateWorld: { world: { id: string, version: number } } };

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
export const LabelFiguresFragmentDoc = new TypedDocumentString(`
    fragment LabelFigures on LabelAgreement {
  alpha
  ac1
  observed
  interval
  lenient
  units
}
    `, {"fragmentName":"LabelFigures"}) as unknown as TypedDocumentString<LabelFiguresFragment, unknown>;
export const VideoNamedFragmentDoc = new TypedDocumentString(`
    fragment VideoNamed on Video {
  id
  filename
  thumbnailUrl(size: SMALL)
  probe {
    fault
    frameCount
  }
}
    `, {"fragmentName":"VideoNamed"}) as unknown as TypedDocumentString<VideoNamedFragment, unknown>;
export const SharedThingFragmentDoc = new TypedDocumentString(`
    fragment SharedThing on Node {
  id
  ... on Persona {
    name
  }
  ... on Claim {
    text
    confidence
    summary {
      id
      videoId
      personaId
      video {
        ...VideoNamed
      }
    }
  }
  ... on Annotation {
    label
    videoId
    firstFrame
    target {
      ... on OntologyType {
        id
        typeName: name
      }
      ... on Entity {
        id
        name
      }
      ... on Event {
        id
        name
      }
    }
    video {
      ...VideoNamed
    }
  }
  ... on Summary {
    videoId
    personaId
    persona {
      id
      name
    }
    video {
      ...VideoNamed
    }
  }
}
    fragment VideoNamed on Video {
  id
  filename
  thumbnailUrl(size: SMALL)
  probe {
    fault
    frameCount
  }
}`, {"fragmentName":"SharedThing"}) as unknown as TypedDocumentString<SharedThingFragment, unknown>;
export const SourceFragmentDoc = new TypedDocumentString(`
    fragment Source on ForkedFrom {
  id
  version
  node {
    ...SharedThing
  }
}
    fragment SharedThing on Node {
  id
  ... on Persona {
    name
  }
  ... on Claim {
    text
    confidence
    summary {
      id
      videoId
      personaId
      video {
        ...VideoNamed
      }
    }
  }
  ... on Annotation {
    label
    videoId
    firstFrame
    target {
      ... on OntologyType {
        id
        typeName: name
      }
      ... on Entity {
        id
        name
      }
      ... on Event {
        id
        name
      }
    }
    video {
      ...VideoNamed
    }
  }
  ... on Summary {
    videoId
    personaId
    persona {
      id
      name
    }
    video {
      ...VideoNamed
    }
  }
}
fragment VideoNamed on Video {
  id
  filename
  thumbnailUrl(size: SMALL)
  probe {
    fault
    frameCount
  }
}`, {"fragmentName":"Source"}) as unknown as TypedDocumentString<SourceFragment, unknown>;
export const AnnotationReviewPartsFragmentDoc = new TypedDocumentString(`
    fragment AnnotationReviewParts on Annotation {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}
    `, {"fragmentName":"AnnotationReviewParts"}) as unknown as TypedDocumentString<AnnotationReviewPartsFragment, unknown>;
export const SeenAsFragmentDoc = new TypedDocumentString(`
    fragment SeenAs on TypeAssignment {
  personaId
  type {
    id
    key
    typeName: name
    color
  }
}
    `, {"fragmentName":"SeenAs"}) as unknown as TypedDocumentString<SeenAsFragment, unknown>;
export const TrackDetailsFragmentDoc = new TypedDocumentString(`
    fragment TrackDetails on Annotation {
  id
  version
  number
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
  forkedFrom {
    ...Source
  }
  ...AnnotationReviewParts
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
      seenAs: typeAssignments {
        ...SeenAs
      }
    }
    ... on EntityCollection {
      id
      name
    }
    ... on Event {
      id
      name
      seenAs: interpretations {
        ...SeenAs
      }
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
    fragment SeenAs on TypeAssignment {
  personaId
  type {
    id
    key
    typeName: name
    color
  }
}
fragment AnnotationReviewParts on Annotation {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}
fragment SharedThing on Node {
  id
  ... on Persona {
    name
  }
  ... on Claim {
    text
    confidence
    summary {
      id
      videoId
      personaId
      video {
        ...VideoNamed
      }
    }
  }
  ... on Annotation {
    label
    videoId
    firstFrame
    target {
      ... on OntologyType {
        id
        typeName: name
      }
      ... on Entity {
        id
        name
      }
      ... on Event {
        id
        name
      }
    }
    video {
      ...VideoNamed
    }
  }
  ... on Summary {
    videoId
    personaId
    persona {
      id
      name
    }
    video {
      ...VideoNamed
    }
  }
}
fragment Source on ForkedFrom {
  id
  version
  node {
    ...SharedThing
  }
}
fragment VideoNamed on Video {
  id
  filename
  thumbnailUrl(size: SMALL)
  probe {
    fault
    frameCount
  }
}`, {"fragmentName":"TrackDetails"}) as unknown as TypedDocumentString<TrackDetailsFragment, unknown>;
export const SequencePartsFragmentDoc = new TypedDocumentString(`
    fragment SequenceParts on BoxSequence {
  boxes {
    frameNumber
    x
    y
    width
    height
    isKeyframe
    visible
    confidence
    extra
  }
  interpolationMode
  interpolationSegments {
    startFrame
    endFrame
    type
    controlPoints {
      x
      y
      extra
    }
    extra
  }
  visibilityRanges {
    startFrame
    endFrame
    visible
    extra
  }
  trackId
  trackingSource
  trackingConfidence
  totalFrames
  keyframeCount
  interpolatedFrameCount
  extra
}
    `, {"fragmentName":"SequenceParts"}) as unknown as TypedDocumentString<SequencePartsFragment, unknown>;
export const NamedTypesFragmentDoc = new TypedDocumentString(`
    fragment NamedTypes on Ontology {
  id
  types {
    id
    key
    name
  }
}
    `, {"fragmentName":"NamedTypes"}) as unknown as TypedDocumentString<NamedTypesFragment, unknown>;
export const GlossPartsFragmentDoc = new TypedDocumentString(`
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
    `, {"fragmentName":"GlossParts"}) as unknown as TypedDocumentString<GlossPartsFragment, unknown>;
export const ClaimReviewPartsFragmentDoc = new TypedDocumentString(`
    fragment ClaimReviewParts on Claim {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}
    `, {"fragmentName":"ClaimReviewParts"}) as unknown as TypedDocumentString<ClaimReviewPartsFragment, unknown>;
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
  ...ClaimReviewParts
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment ClaimReviewParts on Claim {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}`, {"fragmentName":"ClaimParts"}) as unknown as TypedDocumentString<ClaimPartsFragment, unknown>;
export const GroupRowFragmentDoc = new TypedDocumentString(`
    fragment GroupRow on Group {
  id
  name
  description
  memberCount
  userRole
}
    `, {"fragmentName":"GroupRow"}) as unknown as TypedDocumentString<GroupRowFragment, unknown>;
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
  definition
  gloss {
    ...GlossParts
  }
  description
  kbId
  kbUrl
  importedFrom
  importedAt
  synonyms
  parentTypeId
  examples
  constraints
  attributes {
    name
    type
    required
    defaultValue
    choices
    perFrame
    extra
  }
  color
  roleIds
  sourceType
  targetType
  sourceTypes
  targetTypes
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"TypeParts"}) as unknown as TypedDocumentString<TypePartsFragment, unknown>;
export const KnownWorldFragmentDoc = new TypedDocumentString(`
    fragment KnownWorld on World {
  id
  owner {
    id
    displayName
  }
  entities {
    id
    key
    name
  }
  events {
    id
    key
    name
  }
  times {
    id
    key
    name
    label
  }
  entityCollections {
    id
    key
    name
  }
  eventCollections {
    id
    key
    name
  }
  timeCollections {
    id
    key
    name
  }
}
    `, {"fragmentName":"KnownWorld"}) as unknown as TypedDocumentString<KnownWorldFragment, unknown>;
export const ProjectLabelFiguresFragmentDoc = new TypedDocumentString(`
    fragment ProjectLabelFigures on ProjectLabelAgreement {
  alpha
  ac1
  observed
  interval
  lenient
  units
}
    `, {"fragmentName":"ProjectLabelFigures"}) as unknown as TypedDocumentString<ProjectLabelFiguresFragment, unknown>;
export const MemberNamedFragmentDoc = new TypedDocumentString(`
    fragment MemberNamed on ProjectMember {
  id
  userId
  role
  user {
    id
    displayName
  }
}
    `, {"fragmentName":"MemberNamed"}) as unknown as TypedDocumentString<MemberNamedFragment, unknown>;
export const TallyFragmentDoc = new TypedDocumentString(`
    fragment Tally on ReviewProgress {
  open
  accepted
  rejected
}
    `, {"fragmentName":"Tally"}) as unknown as TypedDocumentString<TallyFragment, unknown>;
export const SummaryReviewPartsFragmentDoc = new TypedDocumentString(`
    fragment SummaryReviewParts on Summary {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}
    `, {"fragmentName":"SummaryReviewParts"}) as unknown as TypedDocumentString<SummaryReviewPartsFragment, unknown>;
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
  forkedFrom {
    ...Source
  }
  persona {
    id
    name
  }
  creator {
    id
    displayName
  }
  summary {
    ...GlossParts
  }
  viewerCan {
    update
    share
    delete
  }
  ...SummaryReviewParts
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment SummaryReviewParts on Summary {
  id
  reviewState
  reviewedAt
  reviewNote
  reviewer {
    id
    displayName
  }
  viewerCan {
    review
  }
}
fragment SharedThing on Node {
  id
  ... on Persona {
    name
  }
  ... on Claim {
    text
    confidence
    summary {
      id
      videoId
      personaId
      video {
        ...VideoNamed
      }
    }
  }
  ... on Annotation {
    label
    videoId
    firstFrame
    target {
      ... on OntologyType {
        id
        typeName: name
      }
      ... on Entity {
        id
        name
      }
      ... on Event {
        id
        name
      }
    }
    video {
      ...VideoNamed
    }
  }
  ... on Summary {
    videoId
    personaId
    persona {
      id
      name
    }
    video {
      ...VideoNamed
    }
  }
}
fragment Source on ForkedFrom {
  id
  version
  node {
    ...SharedThing
  }
}
fragment VideoNamed on Video {
  id
  filename
  thumbnailUrl(size: SMALL)
  probe {
    fault
    frameCount
  }
}`, {"fragmentName":"SummaryParts"}) as unknown as TypedDocumentString<SummaryPartsFragment, unknown>;
export const NamedBoxesFragmentDoc = new TypedDocumentString(`
    fragment NamedBoxes on AnnotationConnection {
  totalCount
  nodes {
    id
    video {
      id
      filename
    }
  }
}
    `, {"fragmentName":"NamedBoxes"}) as unknown as TypedDocumentString<NamedBoxesFragment, unknown>;
export const PointPartsFragmentDoc = new TypedDocumentString(`
    fragment PointParts on Coordinates {
  latitude
  longitude
  altitude
  x
  y
  z
  extra
}
    `, {"fragmentName":"PointParts"}) as unknown as TypedDocumentString<PointPartsFragment, unknown>;
export const AssignedPartsFragmentDoc = new TypedDocumentString(`
    fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}
    `, {"fragmentName":"AssignedParts"}) as unknown as TypedDocumentString<AssignedPartsFragment, unknown>;
export const EntityPartsFragmentDoc = new TypedDocumentString(`
    fragment EntityParts on Entity {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  kbId
  kbUrl
  importedFrom
  importedAt
  type
  locationType
  coordinateSystem
  coordinates {
    ...PointParts
  }
  boundary {
    ...PointParts
  }
  boundingBox {
    minLatitude
    maxLatitude
    minLongitude
    maxLongitude
    minAltitude
    maxAltitude
    extra
  }
  attributes
  metadata
  typeAssignments {
    ...AssignedParts
  }
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment PointParts on Coordinates {
  latitude
  longitude
  altitude
  x
  y
  z
  extra
}
fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}`, {"fragmentName":"EntityParts"}) as unknown as TypedDocumentString<EntityPartsFragment, unknown>;
export const EventPartsFragmentDoc = new TypedDocumentString(`
    fragment EventParts on Event {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  kbId
  kbUrl
  importedFrom
  importedAt
  startTimeId
  endTimeId
  locationId
  participantIds
  attributes
  metadata
  interpretations {
    ...AssignedParts
  }
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}`, {"fragmentName":"EventParts"}) as unknown as TypedDocumentString<EventPartsFragment, unknown>;
export const TimePartsFragmentDoc = new TypedDocumentString(`
    fragment TimeParts on TimeObject {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  label
  type
  value
  start
  end
  frame
  certainty
  vagueness
  vaguenessDetail {
    type
    description
    bounds {
      earliest
      latest
      typical
      extra
    }
    granularity
    extra
  }
  deictic {
    anchorType
    anchorTime
    expression
    extra
  }
  videoReferences {
    videoId
    frameNumber
    frameRange
    milliseconds
    millisecondRange
    extra
  }
  metadata
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"TimeParts"}) as unknown as TypedDocumentString<TimePartsFragment, unknown>;
export const EntityCollectionPartsFragmentDoc = new TypedDocumentString(`
    fragment EntityCollectionParts on EntityCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  entityIds
  collectionType
  attributes
  metadata
  aggregateProperties
  typeAssignments {
    ...AssignedParts
  }
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}`, {"fragmentName":"EntityCollectionParts"}) as unknown as TypedDocumentString<EntityCollectionPartsFragment, unknown>;
export const EventCollectionPartsFragmentDoc = new TypedDocumentString(`
    fragment EventCollectionParts on EventCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  eventIds
  collectionType
  attributes
  metadata
  timeCollectionId
  structure
  typeAssignments {
    ...AssignedParts
  }
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}`, {"fragmentName":"EventCollectionParts"}) as unknown as TypedDocumentString<EventCollectionPartsFragment, unknown>;
export const TimeCollectionPartsFragmentDoc = new TypedDocumentString(`
    fragment TimeCollectionParts on TimeCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  timeIds
  pattern
  collectionType
  attributes
  metadata
  recurrence
  habituality
  cycle
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"TimeCollectionParts"}) as unknown as TypedDocumentString<TimeCollectionPartsFragment, unknown>;
export const RelationPartsFragmentDoc = new TypedDocumentString(`
    fragment RelationParts on WorldRelation {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  sourceId
  sourceType
  targetId
  targetType
  relationType
  relationTypeId
  confidence
  bidirectional
  attributes
  metadata
  extra
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}`, {"fragmentName":"RelationParts"}) as unknown as TypedDocumentString<RelationPartsFragment, unknown>;
export const WorldPartsFragmentDoc = new TypedDocumentString(`
    fragment WorldParts on World {
  id
  version
  entities {
    ...EntityParts
  }
  events {
    ...EventParts
  }
  times {
    ...TimeParts
  }
  entityCollections {
    ...EntityCollectionParts
  }
  eventCollections {
    ...EventCollectionParts
  }
  timeCollections {
    ...TimeCollectionParts
  }
  relations {
    ...RelationParts
  }
}
    fragment GlossParts on GlossItem {
  type
  content
  refType
  refPersonaId
  refClaimId
  extra
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
      annotationTarget: target {
        __typename
        ... on OntologyType {
          id
          typeName: name
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
          label
        }
      }
      videoId
      number
      firstFrame
      lastFrame
    }
    ... on Claim {
      id
      text
      summaryId
    }
  }
}
fragment EntityParts on Entity {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  kbId
  kbUrl
  importedFrom
  importedAt
  type
  locationType
  coordinateSystem
  coordinates {
    ...PointParts
  }
  boundary {
    ...PointParts
  }
  boundingBox {
    minLatitude
    maxLatitude
    minLongitude
    maxLongitude
    minAltitude
    maxAltitude
    extra
  }
  attributes
  metadata
  typeAssignments {
    ...AssignedParts
  }
  extra
}
fragment EventParts on Event {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  kbId
  kbUrl
  importedFrom
  importedAt
  startTimeId
  endTimeId
  locationId
  participantIds
  attributes
  metadata
  interpretations {
    ...AssignedParts
  }
  extra
}
fragment TimeParts on TimeObject {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  label
  type
  value
  start
  end
  frame
  certainty
  vagueness
  vaguenessDetail {
    type
    description
    bounds {
      earliest
      latest
      typical
      extra
    }
    granularity
    extra
  }
  deictic {
    anchorType
    anchorTime
    expression
    extra
  }
  videoReferences {
    videoId
    frameNumber
    frameRange
    milliseconds
    millisecondRange
    extra
  }
  metadata
  extra
}
fragment EntityCollectionParts on EntityCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  entityIds
  collectionType
  attributes
  metadata
  aggregateProperties
  typeAssignments {
    ...AssignedParts
  }
  extra
}
fragment EventCollectionParts on EventCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  eventIds
  collectionType
  attributes
  metadata
  timeCollectionId
  structure
  typeAssignments {
    ...AssignedParts
  }
  extra
}
fragment TimeCollectionParts on TimeCollection {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  timeIds
  pattern
  collectionType
  attributes
  metadata
  recurrence
  habituality
  cycle
  extra
}
fragment RelationParts on WorldRelation {
  __typename
  id
  key
  name
  description
  descriptionGloss {
    ...GlossParts
  }
  createdAt
  updatedAt
  sourceId
  sourceType
  targetId
  targetType
  relationType
  relationTypeId
  confidence
  bidirectional
  attributes
  metadata
  extra
}
fragment PointParts on Coordinates {
  latitude
  longitude
  altitude
  x
  y
  z
  extra
}
fragment AssignedParts on TypeAssignment {
  personaId
  typeId
  typeName
  confidence
  justification
  participants {
    entityId
    roleTypeId
    extra
  }
  extra
}`, {"fragmentName":"WorldParts"}) as unknown as TypedDocumentString<WorldPartsFragment, unknown>;
export const ProfileDocument = {"__meta__":{"hash":"sha256:9708f6ab9221e9a8b711f2a9d67c1682526883261db4b6775658c26db41a5a26"}} as unknown as TypedDocumentString<ProfileQuery, ProfileQueryVariables>;
export const UpdateProfileDocument = {"__meta__":{"hash":"sha256:54e41bbb1c411a672b1ba75002f5cf0333252d0ef23a55dd6cfb1b34042f364b"}} as unknown as TypedDocumentString<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const OwnSessionsDocument = {"__meta__":{"hash":"sha256:a89322deb0fc1d3bfe7f3f4b1ce3ee63e0679d33a50a1edde31106b4d5a529c3"}} as unknown as TypedDocumentString<OwnSessionsQuery, OwnSessionsQueryVariables>;
export const OwnKeysDocument = {"__meta__":{"hash":"sha256:8f2edfdb028f1ec8aba24a725010f3ea133be6b032d98ef99908ff05b0dd08ac"}} as unknown as TypedDocumentString<OwnKeysQuery, OwnKeysQueryVariables>;
export const OwnTokensDocument = {"__meta__":{"hash":"sha256:3c72d7465ac670020dafb131956c8fc61fd51cfbb9285ce63316fc4f33055a22"}} as unknown as TypedDocumentString<OwnTokensQuery, OwnTokensQueryVariables>;
export const CreateTokenDocument = {"__meta__":{"hash":"sha256:2779d44dff207c2e98071136a54e8850ff7b68837f32296b80fe4125243fec3d"}} as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
export const RevokeTokenDocument = {"__meta__":{"hash":"sha256:0a9648bee1e4b275d12fcf83c69d7142682eaf087d85753bd2b9e79fef1fdd96"}} as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const UpdateKeyDocument = {"__meta__":{"hash":"sha256:6cc8849a20a312e8a86d42dd2443e4315bca1d1204e5482539d11d5b04fbea22"}} as unknown as TypedDocumentString<UpdateKeyMutation, UpdateKeyMutationVariables>;
export const AdminUsersDocument = {"__meta__":{"hash":"sha256:e06f06fca24956bfb6c33c8f9a0a11275e31e61de2d4e953198f1e3b0e3e634e"}} as unknown as TypedDocumentString<AdminUsersQuery, AdminUsersQueryVariables>;
export const CreateUserDocument = {"__meta__":{"hash":"sha256:c53fcb64b2ce8df8834adb3828b07fffd379fd6d0e11a992633a7b683bc2f5c4"}} as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = {"__meta__":{"hash":"sha256:45b040764efa2f4513c17a3831e74ebb57f0184a1fd85387a080070f903c4fa4"}} as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const UserDeletionDocument = {"__meta__":{"hash":"sha256:59a8f7e09703506e1bb7dc11adebeef9148137ef0af48134087443cd933c73fb"}} as unknown as TypedDocumentString<UserDeletionQuery, UserDeletionQueryVariables>;
export const DeleteUserDocument = {"__meta__":{"hash":"sha256:d8f74dfbd94b2d81edd033678acc03ed0fcf96b823ac8cc031410a443dd13b12"}} as unknown as TypedDocumentString<DeleteUserMutation, DeleteUserMutationVariables>;
export const AdminSessionsDocument = {"__meta__":{"hash":"sha256:e86590897419b98bc4bce010473483b0086cba5b1b29a7a15bc66c6365524e61"}} as unknown as TypedDocumentString<AdminSessionsQuery, AdminSessionsQueryVariables>;
export const RevokeSessionDocument = {"__meta__":{"hash":"sha256:c3ea10df85d69b3b7c7be7871bd7c9243c8834e135f2365ff2fb756e5c22673a"}} as unknown as TypedDocumentString<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const AdminPermissionsDocument = {"__meta__":{"hash":"sha256:6fcc6a8d7acba5e0fd108483f9d0e80a7419548c9f75b7d406db760c74b1113e"}} as unknown as TypedDocumentString<AdminPermissionsQuery, AdminPermissionsQueryVariables>;
export const CreatePermissionDocument = {"__meta__":{"hash":"sha256:c82b56846c7513099dd53581655dd1bfdf06514ec283dd5880a3a81e07d99f7a"}} as unknown as TypedDocumentString<CreatePermissionMutation, CreatePermissionMutationVariables>;
export const DeletePermissionDocument = {"__meta__":{"hash":"sha256:b7fbfd191aae5452fa138a5031109c4770cc501dce83afddf08e8de3616fe283"}} as unknown as TypedDocumentString<DeletePermissionMutation, DeletePermissionMutationVariables>;
export const AdminKeysDocument = {"__meta__":{"hash":"sha256:9ffb4b8682326a3b6066a4698c1f8cd8a2a9af4ad9a821851609d937a7f2f57f"}} as unknown as TypedDocumentString<AdminKeysQuery, AdminKeysQueryVariables>;
export const CreateKeyDocument = {"__meta__":{"hash":"sha256:1bdfe2cffe5aca6468a6ac5cb2f6c31db919b6b64674f4a1cbb60aab6ba93eef"}} as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const DeleteKeyDocument = {"__meta__":{"hash":"sha256:662f2f5ee9772c6dbb20d1ffd14a5c8e4093051e123cff09bb1da6632a24fecc"}} as unknown as TypedDocumentString<DeleteKeyMutation, DeleteKeyMutationVariables>;
export const AdminModelsDocument = {"__meta__":{"hash":"sha256:76f702f8b0560a19f90baa893a47ba2a40a7bf012ce720a2699de635ef5d7a56"}} as unknown as TypedDocumentString<AdminModelsQuery, AdminModelsQueryVariables>;
export const SelectModelDocument = {"__meta__":{"hash":"sha256:140ee0f6ac8c767d658d18b1b219ad5997eba7757f3cc2e0efbbbb13c4a8c2f2"}} as unknown as TypedDocumentString<SelectModelMutation, SelectModelMutationVariables>;
export const AdminJobsDocument = {"__meta__":{"hash":"sha256:17dd500d2776d7d88bd923b83ae486658263e4b464b6b70eeabc477fd3fda1bd"}} as unknown as TypedDocumentString<AdminJobsQuery, AdminJobsQueryVariables>;
export const AdminHealthDocument = {"__meta__":{"hash":"sha256:5d9c283209834e337cf965ef1c0f2c127b21b8a1b6ebcac6c0639efa3d85647f"}} as unknown as TypedDocumentString<AdminHealthQuery, AdminHealthQueryVariables>;
export const AdminAuditDocument = {"__meta__":{"hash":"sha256:1d21f0a9824da6530fbc27fda013ee7f34103a0af5ae2b57262fed3a8b99b77f"}} as unknown as TypedDocumentString<AdminAuditQuery, AdminAuditQueryVariables>;
export const AgreementDocument = {"__meta__":{"hash":"sha256:bfab2a7bb430d63a3403a36f602666934a6c2c17b481ef26d7021acad6085ce8"}} as unknown as TypedDocumentString<AgreementQuery, AgreementQueryVariables>;
export const DisagreementsDocument = {"__meta__":{"hash":"sha256:8a95e23488d43acd4e97e682a0f0da9b72d1131dcc1dddf31f86c0e186ed57d7"}} as unknown as TypedDocumentString<DisagreementsQuery, DisagreementsQueryVariables>;
export const SettleDisagreementDocument = {"__meta__":{"hash":"sha256:f6e18a6a84f99cf13859ffa5483c90eef9b7eda0b0ee6c7cd2296837a77d153d"}} as unknown as TypedDocumentString<SettleDisagreementMutation, SettleDisagreementMutationVariables>;
export const DeleteAgreementDecisionDocument = {"__meta__":{"hash":"sha256:05e4198eb73dfb60fad975a491e61b98a0d3172221f7760a1ea864b6a81aa588"}} as unknown as TypedDocumentString<DeleteAgreementDecisionMutation, DeleteAgreementDecisionMutationVariables>;
export const TracksDocument = {"__meta__":{"hash":"sha256:e187cda72f112b7f16b6dd287f99afaab12e9684306d67446ea1c9afe094434a"}} as unknown as TypedDocumentString<TracksQuery, TracksQueryVariables>;
export const AssignableObjectDocument = {"__meta__":{"hash":"sha256:a01b51a343ad5a6a5daa10a4e0a7fd45922186191f53bc47753abf01758ee84d"}} as unknown as TypedDocumentString<AssignableObjectQuery, AssignableObjectQueryVariables>;
export const SaveAssignedObjectDocument = {"__meta__":{"hash":"sha256:0dc1dca14d6b78c8e26db22550090b73c6d65471276455f47773f4e5d62b6934"}} as unknown as TypedDocumentString<SaveAssignedObjectMutation, SaveAssignedObjectMutationVariables>;
export const WholeTrackDocument = {"__meta__":{"hash":"sha256:e77df51846772eb3e1d23cdb23fd0255990a6470271a1a358264b5bdb6245f83"}} as unknown as TypedDocumentString<WholeTrackQuery, WholeTrackQueryVariables>;
export const PatchSequenceDocument = {"__meta__":{"hash":"sha256:e7593d14fe719d949532459535c4253110280e0cfe438a6626a4a456eaa09600"}} as unknown as TypedDocumentString<PatchSequenceMutation, PatchSequenceMutationVariables>;
export const CreateTrackDocument = {"__meta__":{"hash":"sha256:773b9927ee19f6cd8a8581b4b9d12cb1635776c510eb4b6c658dc9d5f7100dea"}} as unknown as TypedDocumentString<CreateTrackMutation, CreateTrackMutationVariables>;
export const ChangeTrackDocument = {"__meta__":{"hash":"sha256:69d8858ae6b2be95154d951d848a79bb60d24f3add8ece017b8b690935500c96"}} as unknown as TypedDocumentString<ChangeTrackMutation, ChangeTrackMutationVariables>;
export const DeleteTrackDocument = {"__meta__":{"hash":"sha256:f8d90a894b31e2105b3a4d9de5143afb3e2d2561e3a43ced31ad117bab53bd77"}} as unknown as TypedDocumentString<DeleteTrackMutation, DeleteTrackMutationVariables>;
export const DetectDocument = {"__meta__":{"hash":"sha256:8d4d2755414c9bfb79d762f532ab7602dd38d137e37b674d5ee7ec2a47da65df"}} as unknown as TypedDocumentString<DetectMutation, DetectMutationVariables>;
export const AdoptDocument = {"__meta__":{"hash":"sha256:dad1cc3ff299e97006280a9a4fdb72ad08912e9e9ed3208cd7e721568bbbf7a7"}} as unknown as TypedDocumentString<AdoptMutation, AdoptMutationVariables>;
export const DetectInVideoDocument = {"__meta__":{"hash":"sha256:b3519dacd644d9854ceea5120e9608c572a3f3ccfc5c2026eeb3855e0d75682c"}} as unknown as TypedDocumentString<DetectInVideoMutation, DetectInVideoMutationVariables>;
export const TrackFromDocument = {"__meta__":{"hash":"sha256:0ec82a54d498193be838b729f01d90b662ab34dd21b302e53f871555a51a61ad"}} as unknown as TypedDocumentString<TrackFromMutation, TrackFromMutationVariables>;
export const FollowedDocument = {"__meta__":{"hash":"sha256:90de1099955e3d967f9b0f4cfe7c09c6817de2e020973be7f99c629c2f06e43d"}} as unknown as TypedDocumentString<FollowedQuery, FollowedQueryVariables>;
export const LinkTypesDocument = {"__meta__":{"hash":"sha256:3a3251a0b6d01a0b97907d0634fb3fc4338524a41deff4a94ea274a3656a04bf"}} as unknown as TypedDocumentString<LinkTypesQuery, LinkTypesQueryVariables>;
export const LastChangeDocument = {"__meta__":{"hash":"sha256:5b8c2501b8ba24700bd1b6e938dc76ef550199e51a67a4c0cf90831affc0ab3a"}} as unknown as TypedDocumentString<LastChangeQuery, LastChangeQueryVariables>;
export const TimesOfVideoDocument = {"__meta__":{"hash":"sha256:181f0eae2def370257ff753729644137ee53ad9a63098890a6f7967fa1ccb2ae"}} as unknown as TypedDocumentString<TimesOfVideoQuery, TimesOfVideoQueryVariables>;
export const EventsOfVideoDocument = {"__meta__":{"hash":"sha256:78a3e6e4724ae374309c8b91a24c04b5565f153b1640844cc327d000a3fdc524"}} as unknown as TypedDocumentString<EventsOfVideoQuery, EventsOfVideoQueryVariables>;
export const DeleteTimeOfVideoDocument = {"__meta__":{"hash":"sha256:9fd0bd53b9035fe53496dbc4e1fbb168a6e5f5d076b70ea08b379e8ca3b1145a"}} as unknown as TypedDocumentString<DeleteTimeOfVideoMutation, DeleteTimeOfVideoMutationVariables>;
export const ViewerDocument = {"__meta__":{"hash":"sha256:2175d8152bedc64f6f13fdb49657bb48b0dc658a6edf174697091d25b8eb3d73"}} as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const SignInDocument = {"__meta__":{"hash":"sha256:f64bb36edc44efc75582e08435045f5e79c7b9ba5966140b294f5ddcdf6914b6"}} as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignUpDocument = {"__meta__":{"hash":"sha256:96189253ed75662402dd7e250066e9e1d184623ff204d0308bac7774344aefae"}} as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>;
export const SignOutDocument = {"__meta__":{"hash":"sha256:4a443e92f0c85b53c2fe6023aa8d51c7386310bfd9c72285f148c64cc447c3c4"}} as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const HistoryDocument = {"__meta__":{"hash":"sha256:60bc51a386d9f8d52ed27bc8a3a26e53497e66f1e5927d1121c9df8e8da5389c"}} as unknown as TypedDocumentString<HistoryQuery, HistoryQueryVariables>;
export const HistoryNamesDocument = {"__meta__":{"hash":"sha256:12abbcc511e7101e179961b63604420c378a265600732c2802b9307200dfd890"}} as unknown as TypedDocumentString<HistoryNamesQuery, HistoryNamesQueryVariables>;
export const RestoreVersionDocument = {"__meta__":{"hash":"sha256:71ea51229865e05b133d4c4d0e7c117ce65622d9335bf2b56bc66391bf7bd2b2"}} as unknown as TypedDocumentString<RestoreVersionMutation, RestoreVersionMutationVariables>;
export const TrashDocument = {"__meta__":{"hash":"sha256:304eddb7bb14f175a52d2653e086ee23eafc62143670fd714711cad434e4fe91"}} as unknown as TypedDocumentString<TrashQuery, TrashQueryVariables>;
export const RestoreFromTrashDocument = {"__meta__":{"hash":"sha256:f5c3752955f89ab4712992066ab81bd8abca1dd1607bd73e38f5dff518d2600c"}} as unknown as TypedDocumentString<RestoreFromTrashMutation, RestoreFromTrashMutationVariables>;
export const UndoDeletionDocument = {"__meta__":{"hash":"sha256:1b275a18ba7c883bef4d981c28bcb8ebdde54da10294b3f0a8b6af1b0db1cdbd"}} as unknown as TypedDocumentString<UndoDeletionMutation, UndoDeletionMutationVariables>;
export const DeleteFromTrashDocument = {"__meta__":{"hash":"sha256:a618425d247855387e2805b5a40716dbc5683270846b6224c8dc05cb7f91fe13"}} as unknown as TypedDocumentString<DeleteFromTrashMutation, DeleteFromTrashMutationVariables>;
export const EmptyTrashDocument = {"__meta__":{"hash":"sha256:8befaeb4c73e54278570782ace585eff8e6add12864080c0a63c6f620692f6a0"}} as unknown as TypedDocumentString<EmptyTrashMutation, EmptyTrashMutationVariables>;
export const NotificationsDocument = {"__meta__":{"hash":"sha256:e1c772917ce9f9d1d43e25443c48c92fd63a2f8208da71bebe92c70cf7b0460b"}} as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const MarkNotificationsSeenDocument = {"__meta__":{"hash":"sha256:3f39ae3db5366b8505ea1423b9637188806c3acdcb98d9d88853c2b5435d0bd8"}} as unknown as TypedDocumentString<MarkNotificationsSeenMutation, MarkNotificationsSeenMutationVariables>;
export const ClaimTreeDocument = {"__meta__":{"hash":"sha256:f3c5157743b44efa858ba333515148d2917d16fc6c90f93002425549a1e1589b"}} as unknown as TypedDocumentString<ClaimTreeQuery, ClaimTreeQueryVariables>;
export const ClaimPlacesDocument = {"__meta__":{"hash":"sha256:f52bd6f4799227ab2294f77340b0a5df2c87f07ce6bb9f1016bd0b82ee36ad6b"}} as unknown as TypedDocumentString<ClaimPlacesQuery, ClaimPlacesQueryVariables>;
export const ClaimNowDocument = {"__meta__":{"hash":"sha256:1c783e49a2ece8b3ec439862ddd5e02aa23444c512902da541eeb33e64b2bdc1"}} as unknown as TypedDocumentString<ClaimNowQuery, ClaimNowQueryVariables>;
export const ClaimEvidenceDocument = {"__meta__":{"hash":"sha256:4a34a084c398c2619d5f750a9e08cc002345951fec0e36326803bbad4adb1f4e"}} as unknown as TypedDocumentString<ClaimEvidenceQuery, ClaimEvidenceQueryVariables>;
export const CreateClaimDocument = {"__meta__":{"hash":"sha256:345db6a4dbefe6d3282818b37e36261dd31a909ceb197636a690055bc3ba4efc"}} as unknown as TypedDocumentString<CreateClaimMutation, CreateClaimMutationVariables>;
export const UpdateClaimDocument = {"__meta__":{"hash":"sha256:73b30e47d3a080d1ce0d35f28cb1f6d0afb42cf22d8f6e0367d24ee077f750f9"}} as unknown as TypedDocumentString<UpdateClaimMutation, UpdateClaimMutationVariables>;
export const MoveClaimDocument = {"__meta__":{"hash":"sha256:1c13039dc65978699913a4be574bf9d44a5dbe89ff15395e5c836b9540b51894"}} as unknown as TypedDocumentString<MoveClaimMutation, MoveClaimMutationVariables>;
export const DeleteClaimDocument = {"__meta__":{"hash":"sha256:18e0d8c809468e61845ab917ac0afa8597cd9cb75dc5831960d7691ba8fc8e2e"}} as unknown as TypedDocumentString<DeleteClaimMutation, DeleteClaimMutationVariables>;
export const DeleteClaimsDocument = {"__meta__":{"hash":"sha256:abe1c1e9b08873215732fd1309097afda6d0960b5e9e0ee8f75cc4175523e769"}} as unknown as TypedDocumentString<DeleteClaimsMutation, DeleteClaimsMutationVariables>;
export const RelateClaimsDocument = {"__meta__":{"hash":"sha256:6dc0fe6feea0e7b83d5122a2b9ec6871d3cfe234d1ce5ca33cdd7a5bf8fc6fe6"}} as unknown as TypedDocumentString<RelateClaimsMutation, RelateClaimsMutationVariables>;
export const DeleteRelationDocument = {"__meta__":{"hash":"sha256:7754d2a16bf536d826f946b51a32ac8f4aa5e575c8d2763c25f6d28403059031"}} as unknown as TypedDocumentString<DeleteRelationMutation, DeleteRelationMutationVariables>;
export const ExtractClaimsDocument = {"__meta__":{"hash":"sha256:a96f710bbc31ed6f48b5eded3ab866b9017c2f876013eca4add1592015cfc6e2"}} as unknown as TypedDocumentString<ExtractClaimsMutation, ExtractClaimsMutationVariables>;
export const ExportSizeDocument = {"__meta__":{"hash":"sha256:5782b641284b43980658ddc1c8b3804b75099839bd9ed98e28f1d82957c3d446"}} as unknown as TypedDocumentString<ExportSizeQuery, ExportSizeQueryVariables>;
export const ImportsDoneDocument = {"__meta__":{"hash":"sha256:06543b8a93290c8c9a1ec6d314f267ef3473f9523dd598bf46d6625376132c05"}} as unknown as TypedDocumentString<ImportsDoneQuery, ImportsDoneQueryVariables>;
export const PreparedExportsDocument = {"__meta__":{"hash":"sha256:e1e47e0f50a38b737a4189696e33958070b1d67559cba23a67b80a1fa7f5bc22"}} as unknown as TypedDocumentString<PreparedExportsQuery, PreparedExportsQueryVariables>;
export const PrepareExportDocument = {"__meta__":{"hash":"sha256:91305de86493b360248e7d67a9d1bc534162065cc009c31c230fc4d28685bc4d"}} as unknown as TypedDocumentString<PrepareExportMutation, PrepareExportMutationVariables>;
export const DeleteExportDocument = {"__meta__":{"hash":"sha256:42f1397e8e3e8c3b7876bc538372a640d43bc978dfdb13d9585623312f03513d"}} as unknown as TypedDocumentString<DeleteExportMutation, DeleteExportMutationVariables>;
export const ExportVideosDocument = {"__meta__":{"hash":"sha256:5a203140df1495d0afcc70f65b025bdd8dae299f7c651a0ce2e4c199a219a12f"}} as unknown as TypedDocumentString<ExportVideosQuery, ExportVideosQueryVariables>;
export const GroupsDocument = {"__meta__":{"hash":"sha256:8a6e3c3be027f9a81391da8bb6d5a51ec4e2053a971cf2e07fa81b40a6cbf87f"}} as unknown as TypedDocumentString<GroupsQuery, GroupsQueryVariables>;
export const AllGroupsDocument = {"__meta__":{"hash":"sha256:3de4c4d15431eb74e4c69a844ee203c50a9c053166fa8053a747c4f5a96981d8"}} as unknown as TypedDocumentString<AllGroupsQuery, AllGroupsQueryVariables>;
export const GroupNowDocument = {"__meta__":{"hash":"sha256:454aea5e71dc1d160a1f46bf95c88503e815e6ddfe793068cb4a6798032622ef"}} as unknown as TypedDocumentString<GroupNowQuery, GroupNowQueryVariables>;
export const CreateGroupDocument = {"__meta__":{"hash":"sha256:30a21129158358f3f480bb672107ba4a9dd92a18b107fa896258f8d7c350c511"}} as unknown as TypedDocumentString<CreateGroupMutation, CreateGroupMutationVariables>;
export const UpdateGroupDocument = {"__meta__":{"hash":"sha256:03fea83030ecc245fa664f1647bdf8c030a3bc8ac881e9a5a517146705d53eb7"}} as unknown as TypedDocumentString<UpdateGroupMutation, UpdateGroupMutationVariables>;
export const DeleteGroupDocument = {"__meta__":{"hash":"sha256:76c157e48a89e70ed7630f6e419c56df31d92a3f4f155737dbfbb9282d993477"}} as unknown as TypedDocumentString<DeleteGroupMutation, DeleteGroupMutationVariables>;
export const AddGroupMemberDocument = {"__meta__":{"hash":"sha256:2fd4888b4958ec9c47bff0578c8c6fbe6e090d3f5a006fc6064ee5302e8901fe"}} as unknown as TypedDocumentString<AddGroupMemberMutation, AddGroupMemberMutationVariables>;
export const ChangeGroupRoleDocument = {"__meta__":{"hash":"sha256:98f31158729579b14e39dc692c7a9e07456b1aa6f8178bfadfbc583eecbc4365"}} as unknown as TypedDocumentString<ChangeGroupRoleMutation, ChangeGroupRoleMutationVariables>;
export const RemoveGroupMemberDocument = {"__meta__":{"hash":"sha256:fe834e4c955cd1355ee3679a104a9e8bda97a4d262d48d3369e3fef72d929cd6"}} as unknown as TypedDocumentString<RemoveGroupMemberMutation, RemoveGroupMemberMutationVariables>;
export const JobNowDocument = {"__meta__":{"hash":"sha256:54145b3f84614519425192258a97db3be3c9d5d96bc9c77600a8bf5f945bf098"}} as unknown as TypedDocumentString<JobNowQuery, JobNowQueryVariables>;
export const OpenJobsDocument = {"__meta__":{"hash":"sha256:cb73f90f92f96faaa779cb70e98f5f2c3a98c1694db4421144015198819a7c7a"}} as unknown as TypedDocumentString<OpenJobsQuery, OpenJobsQueryVariables>;
export const CancelJobDocument = {"__meta__":{"hash":"sha256:2385578cc3891ba4b688794d04a3323c6fe336c3b5c7eb08a025fbc1b93e3f59"}} as unknown as TypedDocumentString<CancelJobMutation, CancelJobMutationVariables>;
export const RetryJobDocument = {"__meta__":{"hash":"sha256:0ec898e3a70f0e40990b0453613c46468648c29cfcafaff31cb42555827a5575"}} as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const TypeCorrespondencesDocument = {"__meta__":{"hash":"sha256:f5cc209bcf433439eef5a1606c3703b1b8ed4e606d3f4633eefefd5bc3ecaea3"}} as unknown as TypedDocumentString<TypeCorrespondencesQuery, TypeCorrespondencesQueryVariables>;
export const SuggestedCorrespondencesDocument = {"__meta__":{"hash":"sha256:deef874cce424f3f19538c75df3c2ab561472609c0f03fa0c496c3bac086414e"}} as unknown as TypedDocumentString<SuggestedCorrespondencesQuery, SuggestedCorrespondencesQueryVariables>;
export const TypeNamesDocument = {"__meta__":{"hash":"sha256:e8cca0fa751056a700a8579da90a75cdbfb580ff23b12e98007cf80995552f94"}} as unknown as TypedDocumentString<TypeNamesQuery, TypeNamesQueryVariables>;
export const SaveTypeCorrespondenceDocument = {"__meta__":{"hash":"sha256:29e78ae4769ad30729487a20abb54aaf2a59d07c4e54d88876e158f090f30e63"}} as unknown as TypedDocumentString<SaveTypeCorrespondenceMutation, SaveTypeCorrespondenceMutationVariables>;
export const DeleteTypeCorrespondenceDocument = {"__meta__":{"hash":"sha256:84571f15e193ea511d3c0dbf7a7b6b3edabb556c0f23fe62325d7f447c33c080"}} as unknown as TypedDocumentString<DeleteTypeCorrespondenceMutation, DeleteTypeCorrespondenceMutationVariables>;
export const PersonasDocument = {"__meta__":{"hash":"sha256:f14a0bea23d7649f1b1e4ef5c231cf70f2e0e034dcc384b0d11f96123db0a87f"}} as unknown as TypedDocumentString<PersonasQuery, PersonasQueryVariables>;
export const PersonaTypesDocument = {"__meta__":{"hash":"sha256:1da5d0f5f35dbe9613fac02314647367dfeda11942027c9227a50eac8a79eef9"}} as unknown as TypedDocumentString<PersonaTypesQuery, PersonaTypesQueryVariables>;
export const TypeDeletionDocument = {"__meta__":{"hash":"sha256:fc4b7107a54916eaf259296dccf8bf032c2d0cbdaa62631f56ea1517a20920dc"}} as unknown as TypedDocumentString<TypeDeletionQuery, TypeDeletionQueryVariables>;
export const PersonaDeletionDocument = {"__meta__":{"hash":"sha256:4ce6d77f8c1605366e26c8d48e8de8bd948ce4a0bbd91936522310c6e874c2d6"}} as unknown as TypedDocumentString<PersonaDeletionQuery, PersonaDeletionQueryVariables>;
export const DeletePersonaDocument = {"__meta__":{"hash":"sha256:8c06e6c3ff7007ab0e430581d0c53bdbda37b5a513e282b9f3ca749f5f8b28ae"}} as unknown as TypedDocumentString<DeletePersonaMutation, DeletePersonaMutationVariables>;
export const PersonaNamesDocument = {"__meta__":{"hash":"sha256:2031fc328b7d53b267ce3783269ef9523022ab2b9fb1c4b276a622bc6916e7ec"}} as unknown as TypedDocumentString<PersonaNamesQuery, PersonaNamesQueryVariables>;
export const KnownTypesDocument = {"__meta__":{"hash":"sha256:88ed1b1854b757bbf02b38972faa612a42cecf0ca0ce12637c08ee2445d56afa"}} as unknown as TypedDocumentString<KnownTypesQuery, KnownTypesQueryVariables>;
export const KnownObjectsDocument = {"__meta__":{"hash":"sha256:374ebbdfdd2bd7176eeeb79aac88ce586646973cfacf1aacc71050bb877a2d00"}} as unknown as TypedDocumentString<KnownObjectsQuery, KnownObjectsQueryVariables>;
export const ObjectsOfProjectDocument = {"__meta__":{"hash":"sha256:4efa68f3ce885aa6bf9625db096c0c455b4688ff714c49afee4967918a74e77e"}} as unknown as TypedDocumentString<ObjectsOfProjectQuery, ObjectsOfProjectQueryVariables>;
export const KnownClaimsDocument = {"__meta__":{"hash":"sha256:2e96f3f82c7cf6de6f685428f26a5dfdf7f4c11392591e04f588ea4873086aa6"}} as unknown as TypedDocumentString<KnownClaimsQuery, KnownClaimsQueryVariables>;
export const CreatePersonaDocument = {"__meta__":{"hash":"sha256:aa4f67a1fa54258495799da7b85a3556c4564bba78ae91a3f7d9afe8edc7d292"}} as unknown as TypedDocumentString<CreatePersonaMutation, CreatePersonaMutationVariables>;
export const UpdatePersonaDocument = {"__meta__":{"hash":"sha256:17bb062513dc73f0f7d22ca7a7a8685aefed53f4f26f343534b5f8ea673183b4"}} as unknown as TypedDocumentString<UpdatePersonaMutation, UpdatePersonaMutationVariables>;
export const UpdateOntologyDocument = {"__meta__":{"hash":"sha256:6025c166ee64d64a3e3060b0bfd213c8c1f37ddf629c5b587d54bb459649f07d"}} as unknown as TypedDocumentString<UpdateOntologyMutation, UpdateOntologyMutationVariables>;
export const DeleteTypeDocument = {"__meta__":{"hash":"sha256:f4e70b803ca7556a55c0ee3ff6153949184de4767a1e3dc5d112f17948b867fb"}} as unknown as TypedDocumentString<DeleteTypeMutation, DeleteTypeMutationVariables>;
export const SuggestTypesDocument = {"__meta__":{"hash":"sha256:d15c27b28353566c2eee315b8e322b0164664193215dd2a63fa08458e5304c24"}} as unknown as TypedDocumentString<SuggestTypesMutation, SuggestTypesMutationVariables>;
export const SaveTypeDocument = {"__meta__":{"hash":"sha256:1f7f2c2812823ea5334a80049b88a1609f2e3ff65fd9b310b32b63bf9cdd2f90"}} as unknown as TypedDocumentString<SaveTypeMutation, SaveTypeMutationVariables>;
export const ProjectAgreementsDocument = {"__meta__":{"hash":"sha256:252629c3bcdff2a388939b01cc373b51a1a55684d2af37724eb3dfd8b745eb00"}} as unknown as TypedDocumentString<ProjectAgreementsQuery, ProjectAgreementsQueryVariables>;
export const ProjectFiguresDocument = {"__meta__":{"hash":"sha256:93192963dcab4370337ea4571206c3b7d4c38a838bd3e18440fcb782502f66ec"}} as unknown as TypedDocumentString<ProjectFiguresQuery, ProjectFiguresQueryVariables>;
export const MeasureAgreementDocument = {"__meta__":{"hash":"sha256:4a0a48ba64cdd3ec2c1415f3ca5c41b92d1fc99b2a14ffbe94465925f2cabcf6"}} as unknown as TypedDocumentString<MeasureAgreementMutation, MeasureAgreementMutationVariables>;
export const DeleteAgreementDocument = {"__meta__":{"hash":"sha256:50b1cadc79f522c5abcd5dcfd92e519df821e046b3c60b0104057cb03d922075"}} as unknown as TypedDocumentString<DeleteAgreementMutation, DeleteAgreementMutationVariables>;
export const ProjectNamesDocument = {"__meta__":{"hash":"sha256:c51cb96aa9e3155fd006f8c0eebf0b42befd50380100b74ab3a452b1d98a53db"}} as unknown as TypedDocumentString<ProjectNamesQuery, ProjectNamesQueryVariables>;
export const ProjectsDocument = {"__meta__":{"hash":"sha256:61284dd44f8ecd0afcd8ec5da01900eb2646ba33e3e5eddc7d124c0145e28ebc"}} as unknown as TypedDocumentString<ProjectsQuery, ProjectsQueryVariables>;
export const ProjectTeamDocument = {"__meta__":{"hash":"sha256:c540671f2ef9a7b3b2eb371c4b0d19cd14f2fa3433c182ef89530e7c3864515d"}} as unknown as TypedDocumentString<ProjectTeamQuery, ProjectTeamQueryVariables>;
export const ProjectPersonasDocument = {"__meta__":{"hash":"sha256:3831808b5119ea3bea03a2ce020e947bc4de20576577a8d0eb26dbb503429b81"}} as unknown as TypedDocumentString<ProjectPersonasQuery, ProjectPersonasQueryVariables>;
export const ProjectVideosDocument = {"__meta__":{"hash":"sha256:a750708067df93d14569318dc4b63bb17a971e64d5363c65de03ba3def8b9cf0"}} as unknown as TypedDocumentString<ProjectVideosQuery, ProjectVideosQueryVariables>;
export const ProjectProgressDocument = {"__meta__":{"hash":"sha256:de256310827f7aec47a96e1b2e6aeebbd46f4e18106ffaceea6797f0882b29ea"}} as unknown as TypedDocumentString<ProjectProgressQuery, ProjectProgressQueryVariables>;
export const ProjectWritingDocument = {"__meta__":{"hash":"sha256:48db94ce5fee7ee36ebb592eadae0484818fc87cc0aa4d9f06982fb3fb5364f4"}} as unknown as TypedDocumentString<ProjectWritingQuery, ProjectWritingQueryVariables>;
export const CreateProjectDocument = {"__meta__":{"hash":"sha256:f8a16ffedd3f11e76cd23165de712e9f1eaa6d8672ca216a29703c66da198364"}} as unknown as TypedDocumentString<CreateProjectMutation, CreateProjectMutationVariables>;
export const UpdateProjectDocument = {"__meta__":{"hash":"sha256:60149bac51839df55d946d480ef67724a62e6097649017f7bbf77860bd9c4ce8"}} as unknown as TypedDocumentString<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const VideosToAddDocument = {"__meta__":{"hash":"sha256:b0c2f509483f67d02df1d569393f757b25b62b8bec01b942b508c12c0302337c"}} as unknown as TypedDocumentString<VideosToAddQuery, VideosToAddQueryVariables>;
export const AssignedVideosDocument = {"__meta__":{"hash":"sha256:b1fd9706cbc7ea4c7cfee22c98c6e4af8c1daed324882feb050c1a5c344a3dbd"}} as unknown as TypedDocumentString<AssignedVideosQuery, AssignedVideosQueryVariables>;
export const AssignProjectVideosDocument = {"__meta__":{"hash":"sha256:347da648e0398ab867d0bbf862976c656c08c61779017d80570788153b8ec96c"}} as unknown as TypedDocumentString<AssignProjectVideosMutation, AssignProjectVideosMutationVariables>;
export const UnassignVideoDocument = {"__meta__":{"hash":"sha256:98e9cee2eaf43321e38c47f0a073c897ed619f7530f6d1891cc819a74d572c43"}} as unknown as TypedDocumentString<UnassignVideoMutation, UnassignVideoMutationVariables>;
export const ProjectRulesDocument = {"__meta__":{"hash":"sha256:2e150a5b116ec7511ac12f4fe2ae6ba5cbe517113b3bfaece954509d0ef4396f"}} as unknown as TypedDocumentString<ProjectRulesQuery, ProjectRulesQueryVariables>;
export const CreateRuleDocument = {"__meta__":{"hash":"sha256:9414915a9267bf3d077b21fe280772a310d81375ac6707a63c5c43a24c45fc77"}} as unknown as TypedDocumentString<CreateRuleMutation, CreateRuleMutationVariables>;
export const UpdateRuleDocument = {"__meta__":{"hash":"sha256:18060aa022bd420834bf996e5ac68ab0d5db7500a5f209d3607d56980c63224f"}} as unknown as TypedDocumentString<UpdateRuleMutation, UpdateRuleMutationVariables>;
export const DeleteRuleDocument = {"__meta__":{"hash":"sha256:d7aadd90977d810d8df7052db13fde18bc76757be38f83c5f9fc5df1a775e16b"}} as unknown as TypedDocumentString<DeleteRuleMutation, DeleteRuleMutationVariables>;
export const TryRuleDocument = {"__meta__":{"hash":"sha256:b321827b0da749f56595731f2fa5c61a7ca0d8f4e269f031e79a658b6d16b261"}} as unknown as TypedDocumentString<TryRuleMutation, TryRuleMutationVariables>;
export const RunRulesDocument = {"__meta__":{"hash":"sha256:59bbcf8896a6e985a189f2c71038c81e9e723afd4b2e9ee79f8e7554a7dba83e"}} as unknown as TypedDocumentString<RunRulesMutation, RunRulesMutationVariables>;
export const DeleteProjectDocument = {"__meta__":{"hash":"sha256:a56767b41eb2e3e6fca3f151a2e30b39623d0481ad7a6ce87abd3806c805e14b"}} as unknown as TypedDocumentString<DeleteProjectMutation, DeleteProjectMutationVariables>;
export const InvitationsDocument = {"__meta__":{"hash":"sha256:562dbb16fedbf572bb9be907bbcb45433576ec2c929886cd5f1b63f871edf551"}} as unknown as TypedDocumentString<InvitationsQuery, InvitationsQueryVariables>;
export const SentInvitationsDocument = {"__meta__":{"hash":"sha256:1e437eb9d1d18db4de42df61bff4c631e0042f040ab2cfb21f5becb9dbb4ed21"}} as unknown as TypedDocumentString<SentInvitationsQuery, SentInvitationsQueryVariables>;
export const InviteToProjectDocument = {"__meta__":{"hash":"sha256:ed23490a5c9b2fe55970f72d5eff34e171f409f5473a9200ff20222b08e52d64"}} as unknown as TypedDocumentString<InviteToProjectMutation, InviteToProjectMutationVariables>;
export const WithdrawInvitationDocument = {"__meta__":{"hash":"sha256:d5a10126817d1b0c1e8fe4a358011d505ca115a564af69134dfef8bbe39b9d13"}} as unknown as TypedDocumentString<WithdrawInvitationMutation, WithdrawInvitationMutationVariables>;
export const AcceptInvitationDocument = {"__meta__":{"hash":"sha256:b903c75218575e6bc0e6f1877fb0bde046b63c66ce45af6047d837e3217f1786"}} as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const DeclineInvitationDocument = {"__meta__":{"hash":"sha256:4ec8a11f7bca060670e5ccc3d79c8e7eb8975362f0f2a8ae01dcc5ad8677879a"}} as unknown as TypedDocumentString<DeclineInvitationMutation, DeclineInvitationMutationVariables>;
export const AddMemberDocument = {"__meta__":{"hash":"sha256:459fa1131b35c756488432098d0ebd8db9f4e9195367f496211fa55550674705"}} as unknown as TypedDocumentString<AddMemberMutation, AddMemberMutationVariables>;
export const AddGroupDocument = {"__meta__":{"hash":"sha256:584144f57691851be6f11af643f7a0eefd5c1b61813e47f17740deeb5820cfee"}} as unknown as TypedDocumentString<AddGroupMutation, AddGroupMutationVariables>;
export const ChangeRoleDocument = {"__meta__":{"hash":"sha256:d662ccf1ba191915dd85715965e5112ef1d73770cc6347a6b2f5c5feb88d3e0f"}} as unknown as TypedDocumentString<ChangeRoleMutation, ChangeRoleMutationVariables>;
export const RemoveMemberDocument = {"__meta__":{"hash":"sha256:2f592dc2de41f9a5c9c3b45a20a9b959120301cb7a258725af9b80e30d116aaf"}} as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;
export const WhyAccessDocument = {"__meta__":{"hash":"sha256:6675643df46a8565968666be125902086219c9fe560f8c9608860e36d52f108d"}} as unknown as TypedDocumentString<WhyAccessQuery, WhyAccessQueryVariables>;
export const ProjectWebhooksDocument = {"__meta__":{"hash":"sha256:e69829d6ebb1f5459b7fd84e9cbab76b910010862fb57c7903c22f735c6b41ba"}} as unknown as TypedDocumentString<ProjectWebhooksQuery, ProjectWebhooksQueryVariables>;
export const WebhookMessagesDocument = {"__meta__":{"hash":"sha256:622aa447598f9247c6282a7980b354b86b5cf2aa466d6b0649f23ecf0de48b55"}} as unknown as TypedDocumentString<WebhookMessagesQuery, WebhookMessagesQueryVariables>;
export const CreateWebhookDocument = {"__meta__":{"hash":"sha256:7d9e098d36a1c3d11186f6b5e1aabc5c7becbdf279926e588a587eb5fd3e9cc8"}} as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = {"__meta__":{"hash":"sha256:95aed4d895589d2eee3de30f729d09c7f5b81bd10c98a455c668ab0664fbcb95"}} as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const RotateWebhookSecretDocument = {"__meta__":{"hash":"sha256:fe798496bc5049de35417622c536153fca0a2a4e5501f7eccff709d911cd2476"}} as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const ReplayWebhookDocument = {"__meta__":{"hash":"sha256:6dcd568b35e3cd4ae5ae09cdd6f1ea86f7ec7ebc836c8568a773d5d9a91dc7df"}} as unknown as TypedDocumentString<ReplayWebhookMutation, ReplayWebhookMutationVariables>;
export const DeleteWebhookDocument = {"__meta__":{"hash":"sha256:91eab951c5c25695d27dd4c167c027d87e04fa5e782d670b4742642de4d83170"}} as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const ReviewsOfClaimsDocument = {"__meta__":{"hash":"sha256:a7b9c174d0a16a104984f24f2f7bc5ddac2e2a33282b006f316d492fd76c8aa7"}} as unknown as TypedDocumentString<ReviewsOfClaimsQuery, ReviewsOfClaimsQueryVariables>;
export const ReviewProgressDocument = {"__meta__":{"hash":"sha256:41218cdfa92b89556c64885d5906211af0a2fa03c22aa8b25bb7872ed8d1af07"}} as unknown as TypedDocumentString<ReviewProgressQuery, ReviewProgressQueryVariables>;
export const NextOpenDocument = {"__meta__":{"hash":"sha256:862b8c32e4cd3788b38ba74644123b92e1df37c2f86bccee27e15d3b6523cb82"}} as unknown as TypedDocumentString<NextOpenQuery, NextOpenQueryVariables>;
export const ReviewRightsDocument = {"__meta__":{"hash":"sha256:48a3212df4fb8b8794376fadea27791ccd701025e27f2b17cd8f92b1b48c141e"}} as unknown as TypedDocumentString<ReviewRightsQuery, ReviewRightsQueryVariables>;
export const SummariesToReviewDocument = {"__meta__":{"hash":"sha256:bf41e3c0da24e6c782848b27db91802a1b3f2730f9941432f7832b7514b19b18"}} as unknown as TypedDocumentString<SummariesToReviewQuery, SummariesToReviewQueryVariables>;
export const ReviewItemsDocument = {"__meta__":{"hash":"sha256:c7c507aaf6c5a73ac366c26dee84d426c3b91f7cc65912669a693390b22806d6"}} as unknown as TypedDocumentString<ReviewItemsMutation, ReviewItemsMutationVariables>;
export const SearchContentDocument = {"__meta__":{"hash":"sha256:55fa385f2253b56d12e967b13bf1761dafe16065f57ac45bb4e33d40e65f1061"}} as unknown as TypedDocumentString<SearchContentQuery, SearchContentQueryVariables>;
export const SearchNamesDocument = {"__meta__":{"hash":"sha256:2e705edf14b15ed2204ba9e10dd5eda789ccf5aefb37eef209d997262a6e4065"}} as unknown as TypedDocumentString<SearchNamesQuery, SearchNamesQueryVariables>;
export const SharesSentDocument = {"__meta__":{"hash":"sha256:c8964317081511241faea5d3132f7588911acffbfbe6f3b061395d01d80b77d8"}} as unknown as TypedDocumentString<SharesSentQuery, SharesSentQueryVariables>;
export const SharesReceivedDocument = {"__meta__":{"hash":"sha256:3975398a4299df9ce0e5b622c2c7dd6017cd9e44ff0900c7f51581896cfa412e"}} as unknown as TypedDocumentString<SharesReceivedQuery, SharesReceivedQueryVariables>;
export const SharesCountDocument = {"__meta__":{"hash":"sha256:01b27c07b96b084bf91393152b11061d68eba1c2334568e03fbc5a010b8da617"}} as unknown as TypedDocumentString<SharesCountQuery, SharesCountQueryVariables>;
export const ForkShareDocument = {"__meta__":{"hash":"sha256:1f97baedf35e51be9ebca7dde6236181b1ee4e34b77965b8f922bf70fb7b7861"}} as unknown as TypedDocumentString<ForkShareMutation, ForkShareMutationVariables>;
export const ShareResourceDocument = {"__meta__":{"hash":"sha256:f0e7a89449f0c2356d9f074d538e9855d4e3c0948f7af471956254e195bf69de"}} as unknown as TypedDocumentString<ShareResourceMutation, ShareResourceMutationVariables>;
export const RevokeShareDocument = {"__meta__":{"hash":"sha256:b8c1bb1eae4cb93a26afcac05a465f5306d644dd5e5a9f5feb60726a0612fa8b"}} as unknown as TypedDocumentString<RevokeShareMutation, RevokeShareMutationVariables>;
export const KnownGroupsDocument = {"__meta__":{"hash":"sha256:2d81e9e01644e4d43d17e0b60e9682c3faf55ffa7db6acc56fd2fe563d69b32c"}} as unknown as TypedDocumentString<KnownGroupsQuery, KnownGroupsQueryVariables>;
export const FellowsDocument = {"__meta__":{"hash":"sha256:80b36fe16abdd3fc5cfc6a734e82a30aae4cc9aec5e91aea94b101b4deb375dc"}} as unknown as TypedDocumentString<FellowsQuery, FellowsQueryVariables>;
export const PersonByNameDocument = {"__meta__":{"hash":"sha256:c6162f821c24dd7ab713c31fc8149f410dda50773fbebff6cb472bcf1ac323fe"}} as unknown as TypedDocumentString<PersonByNameQuery, PersonByNameQueryVariables>;
export const AllPeopleDocument = {"__meta__":{"hash":"sha256:f59ff7e2866a54ad88b64a681e8aafcb5194fd625aad6533f50c11c970667683"}} as unknown as TypedDocumentString<AllPeopleQuery, AllPeopleQueryVariables>;
export const SharedPersonasDocument = {"__meta__":{"hash":"sha256:8d0bba2251bdb00b4c31aa5f6f7346f6c4db1c394fc67d97b8ceb239bbbd182a"}} as unknown as TypedDocumentString<SharedPersonasQuery, SharedPersonasQueryVariables>;
export const SharedSummariesDocument = {"__meta__":{"hash":"sha256:3b0cb2ded1d23871570d2a67e6a922f4c21f7d32f7659111d4df90dab1209599"}} as unknown as TypedDocumentString<SharedSummariesQuery, SharedSummariesQueryVariables>;
export const CompareDocument = {"__meta__":{"hash":"sha256:45b4ae6c311b52e05f1280aeb6c4e42afac505d5b15217e200074e2876819ce7"}} as unknown as TypedDocumentString<CompareQuery, CompareQueryVariables>;
export const ComparedClaimsDocument = {"__meta__":{"hash":"sha256:f01fadf5319466ed793be0149acc8a374c819f6e7a16fe1cd83850c78065dd2e"}} as unknown as TypedDocumentString<ComparedClaimsQuery, ComparedClaimsQueryVariables>;
export const SameClaimsDocument = {"__meta__":{"hash":"sha256:c6206d51d2fdec8157a7d39b4205d0d3b3bbf2ebf8d0e2e4f08bb591b6edc9d9"}} as unknown as TypedDocumentString<SameClaimsQuery, SameClaimsQueryVariables>;
export const ReadingDocument = {"__meta__":{"hash":"sha256:b1783a6e0cf16cc9fbf9500bfe257593767f99b77132ced1278c6d6fe2e9c2c2"}} as unknown as TypedDocumentString<ReadingQuery, ReadingQueryVariables>;
export const ReferablesDocument = {"__meta__":{"hash":"sha256:a3f41f0eda2826880dc1218d4fdfde0872b2391b597d18267ca51150576e843a"}} as unknown as TypedDocumentString<ReferablesQuery, ReferablesQueryVariables>;
export const RequestSummaryDocument = {"__meta__":{"hash":"sha256:b9a5e93d0d500a8aecba10f6cb2abe3b6e65c290ab79f4b7807d8a60cf653e69"}} as unknown as TypedDocumentString<RequestSummaryMutation, RequestSummaryMutationVariables>;
export const SynthesizeSummaryDocument = {"__meta__":{"hash":"sha256:34808c8857d370390d1bd6d1debebd5baf2d26df258c8c715ee1b8bd609b9817"}} as unknown as TypedDocumentString<SynthesizeSummaryMutation, SynthesizeSummaryMutationVariables>;
export const TranscribeVideoDocument = {"__meta__":{"hash":"sha256:5c6822925a990f11d09e3dca227f2b6a85b0fdb835d4913890b63e9d9cfe6f22"}} as unknown as TypedDocumentString<TranscribeVideoMutation, TranscribeVideoMutationVariables>;
export const DeleteSummaryDocument = {"__meta__":{"hash":"sha256:f2127f49cf9f6192f2f610f0cae0a66af36a1b052e2d2114ca47078b27462818"}} as unknown as TypedDocumentString<DeleteSummaryMutation, DeleteSummaryMutationVariables>;
export const SaveSummaryDocument = {"__meta__":{"hash":"sha256:16afceba1056db8b7b6c49a695d1c4952ea271e009bf62bb23ad1e96a30a4eea"}} as unknown as TypedDocumentString<SaveSummaryMutation, SaveSummaryMutationVariables>;
export const UpdateSummaryDocument = {"__meta__":{"hash":"sha256:52994ef9c3c1b05162694b19170eb45675c91eccf06ec12192461680a2169d22"}} as unknown as TypedDocumentString<UpdateSummaryMutation, UpdateSummaryMutationVariables>;
export const LibraryDocument = {"__meta__":{"hash":"sha256:a391c968637d4bdb4c5d1ceb024d656635df1580b1f920100fbb671e8e927f5c"}} as unknown as TypedDocumentString<LibraryQuery, LibraryQueryVariables>;
export const AssignedToMeDocument = {"__meta__":{"hash":"sha256:290c5a711c627586cdced51cbae5712ee60754d7c4afbd3d51534b97b776812b"}} as unknown as TypedDocumentString<AssignedToMeQuery, AssignedToMeQueryVariables>;
export const UploadedVideosDocument = {"__meta__":{"hash":"sha256:5b99b88e90d7641338b32602d56ed5b6b1bbaf6903a86257b14d07dfffe3c2b0"}} as unknown as TypedDocumentString<UploadedVideosQuery, UploadedVideosQueryVariables>;
export const SyncVideosDocument = {"__meta__":{"hash":"sha256:c701b0038d12bc2344b4b9b2225535a5b1b489ebd110765f746dd53720f90d2c"}} as unknown as TypedDocumentString<SyncVideosMutation, SyncVideosMutationVariables>;
export const WatchDocument = {"__meta__":{"hash":"sha256:4f96c432545e1179cb13ad0ac379bad09400d4cdc11e166386e0920172125969"}} as unknown as TypedDocumentString<WatchQuery, WatchQueryVariables>;
export const FrameTimesDocument = {"__meta__":{"hash":"sha256:ee91a2bac7c69b0a3c23059924489a4367bc5de00f4ba123744342d77dcc981a"}} as unknown as TypedDocumentString<FrameTimesQuery, FrameTimesQueryVariables>;
export const FirstStepsDocument = {"__meta__":{"hash":"sha256:b9c9b5c4d98959a9ee01a2c49649e2e95e2b372ddf082c84a780a3f8d70f870c"}} as unknown as TypedDocumentString<FirstStepsQuery, FirstStepsQueryVariables>;
export const SetPresenceDocument = {"__meta__":{"hash":"sha256:20105511e6f3d9cbd370dcf3d488ec09115ff501bd9a5ed570444d9dccaa6eee"}} as unknown as TypedDocumentString<SetPresenceMutation, SetPresenceMutationVariables>;
export const WatchAssignmentsDocument = {"__meta__":{"hash":"sha256:016918210f751eeea1d786e943599760763c92ae4c5564957015076db445c356"}} as unknown as TypedDocumentString<WatchAssignmentsQuery, WatchAssignmentsQueryVariables>;
export const OwnAssignmentsDocument = {"__meta__":{"hash":"sha256:f37eec7742986f0fd046fe7507a25330b5a6740f87e18c14eca032ada1799c40"}} as unknown as TypedDocumentString<OwnAssignmentsQuery, OwnAssignmentsQueryVariables>;
export const WorldNowDocument = {"__meta__":{"hash":"sha256:049f29704d7e55211d4f25a1babdec2be39bb4d59c3f45086b0533297f104127"}} as unknown as TypedDocumentString<WorldNowQuery, WorldNowQueryVariables>;
export const SharedWorldDocument = {"__meta__":{"hash":"sha256:bec4fa58c96b3ec75bb1546877f6727b9cd0eb0ccd99ee423f3a007ea2d9a63f"}} as unknown as TypedDocumentString<SharedWorldQuery, SharedWorldQueryVariables>;
export const ObjectDeletionDocument = {"__meta__":{"hash":"sha256:4deec5094918df02a4033ca9239f2573b83ea8f400b85065ed35ff3a72998b98"}} as unknown as TypedDocumentString<ObjectDeletionQuery, ObjectDeletionQueryVariables>;
export const MoveWorldObjectsDocument = {"__meta__":{"hash":"sha256:e8c14c3020a0bc76d2f9c9a34ae2cd04dce0194b71bdd93b99729aa1dd0892b5"}} as unknown as TypedDocumentString<MoveWorldObjectsMutation, MoveWorldObjectsMutationVariables>;
export const UpdateWorldDocument = {"__meta__":{"hash":"sha256:077e23d809ea1e2f1eb922600700924f4ba8afdc8e1542e1390bf7e1214a8392"}} as unknown as TypedDocumentString<UpdateWorldMutation, UpdateWorldMutationVariables>;