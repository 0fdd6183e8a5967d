import { z } from 'zod';
import { fileProblemSchema } from '../model/problem.ts';
import { projectTemplateIds } from '../model/project-template.ts';
import { nothing, procedure } from './procedure.ts';

/** The open project, or none. `path` is absolute on the machine that runs Weft. */
const projectInfoSchema = z.object({
  open: z.boolean(),
  path: z.string().optional(),
  name: z.string().optional(),
  /** False while the project's definitions are only shown: nothing of them acts before the user trusts it. */
  trusted: z.boolean().optional(),
  /** Files of which something does nothing, because it came or changed outside since the user trusted the project. */
  changed_since_trust: z.array(z.string()).optional(),
  /** Reports of damage that took something and that nobody acknowledged; absent without any. */
  unseen_damage: z.int().optional(),
  /** Files that could not be read; they stay untouched and block nothing. */
  problems: z.array(fileProblemSchema),
  version: z.string(),
  /** How the studio is served: `window` or `browser`; `none` for CLI and API callers. */
  shell: z.enum(['window', 'browser', 'none']),
  /** Where the sample project is, or would be made, e.g. to offer it on the first-run screen. */
  sample_path: z.string(),
});
export type ProjectInfo = z.infer<typeof projectInfoSchema>;

/** What was looked at, what was found, and what its user has to do about it; nothing where all is well. */
const diagnosisSchema = z.object({
  check: z.enum(['project', 'socket', 'host', 'writer', 'trust', 'files', 'configuration', 'database']),
  says: z.string(),
  todo: z.string().optional(),
});
export type Diagnosis = z.infer<typeof diagnosisSchema>;

/** Names a window of the studio, by chance. */
const windowId = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _');

/** True for what does nothing until the user trusts it: everything at first, later what came or changed outside. */
const asks = z.boolean();

/** What the project stores beside its definitions, by what one would call it. */
export const storedKinds = ['record', 'document', 'conversation', 'session', 'recording'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** One stored thing that answers to a name. */
const foundSchema = z.object({
  kind: z.enum(storedKinds),
  /** What it is opened by; of a document its path. */
  id: z.string(),
  title: z.string(),
  /** Where it is, or what it is, in a few words. */
  detail: z.string(),
  /** Of a document. */
  collection: z.string().optional(),
});
export type FoundThing = z.infer<typeof foundSchema>;

export const projectContract = {
  'project.find': procedure({
    summary:
      'Ledger records, documents, conversations, sessions of agents and recorded requests by the words of their names; documents by what they say as well.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** All of its words must be found, whole or as a part. */
      query: z.string().min(1).max(200),
      /** All when absent. */
      kinds: z.array(z.enum(storedKinds)).max(storedKinds.length).optional(),
      /** Of each kind; 8 when absent. */
      limit: z.int().min(1).max(100).optional(),
    }),
    /** Best first within a kind. */
    output: z.object({ found: z.array(foundSchema) }),
  }),
  'project.info': procedure({
    summary: 'The open project and its file problems.',
    access: 'read',
    project: false,
    input: nothing,
    output: projectInfoSchema,
  }),
  'project.open': procedure({
    summary: 'Opens a folder as project; with `create` it is made a project first.',
    access: 'write',
    project: false,
    input: z.strictObject({ path: z.string().min(1), create: z.boolean().optional() }),
    output: projectInfoSchema,
  }),
  'project.recent': procedure({
    summary: 'Projects opened before, newest first.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({
      projects: z.array(
        z.object({
          path: z.string(),
          name: z.string(),
          opened_at: z.string(),
          /** The folder is not there now, or is no project any more; absent where it is. */
          missing: z.literal(true).optional(),
        }),
      ),
    }),
  }),
  'project.createSample': procedure({
    summary: 'Creates the sample project where it is not there yet, and opens it.',
    access: 'write',
    project: false,
    input: z.strictObject({ path: z.string().min(1).optional() }),
    output: projectInfoSchema,
  }),
  'project.createFromTemplate': procedure({
    summary:
      'Makes a folder a project that begins from a template, and opens it. Refused with `conflict` where another project is there already; a file that is there is never replaced.',
    access: 'write',
    project: false,
    input: z.strictObject({ path: z.string().min(1), template: z.enum(projectTemplateIds) }),
    output: projectInfoSchema,
  }),
  'project.trust': procedure({
    summary:
      'What of the open project acts once it is trusted, and what of it waits for that; with `decision` the trust is given or taken back.',
    access: 'write',
    project: true,
    input: z.strictObject({
      decision: z.enum(['grant', 'revoke']).optional(),
      /** The fingerprint that was shown: granting is refused when the files are others by now. */
      expected: z.string().optional(),
    }),
    output: z.object({
      path: z.string(),
      trusted: z.boolean(),
      fingerprint: z.string(),
      engines: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          enabled: z.boolean(),
          rules: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              enabled: z.boolean(),
              adds: z.array(z.string()),
              asks,
            }),
          ),
        }),
      ),
      memories: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          status: z.string(),
          steps: z.array(z.string()),
          asks,
        }),
      ),
      /** What `.codebolt/weft.json` changes, a sentence a key. */
      config: z.array(
        z.object({
          key: z.string(),
          effect: z.string(),
          asks,
          /** What holds until the change is confirmed. */
          until_then: z.string().optional(),
        }),
      ),
      /** Folders of the project whose documents are read again whenever they change. */
      watched_folders: z.array(z.object({ collection: z.string(), folder: z.string(), asks })),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'project.pickFolder': procedure({
    summary: 'Asks the user for a folder; `unsupported` where the shell has no dialog.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({ path: z.string().nullable() }),
  }),
  'project.reveal': procedure({
    summary:
      "Shows the folder of the open project in the system's file manager; `unsupported` elsewhere than in a window of the desktop.",
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ path: z.string() }),
  }),
  'diagnostics.get': procedure({
    summary:
      'What somebody needs to know who looks for a fault: versions, findings with their remedies, what the environment sets, and the last lines of the log; secrets are taken out.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({
      version: z.string(),
      node: z.string(),
      /** System and processor. */
      system: z.string(),
      shell: z.enum(['window', 'browser', 'none']),
      /** Folder of what belongs to the user and to no project. */
      user_data: z.string(),
      /** Embedders that can be used. */
      embedders: z.array(z.string()),
      /** Whether a chat model for summaries can be asked. */
      summarizer: z.boolean(),
      /** Variables that are set; `value` is absent where it is a secret. */
      environment: z.array(z.object({ name: z.string(), effect: z.string(), value: z.string().optional() })),
      findings: z.array(diagnosisSchema),
      /** The newest last, each a line of JSON. */
      log: z.array(z.string()),
    }),
  }),
  'drafts.get': procedure({
    summary: 'Unsaved work and undo history of the studio, if any was kept.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ draft: z.unknown().nullable() }),
  }),
  'drafts.save': procedure({
    summary:
      'Keeps unsaved work and undo history; null forgets it. Refused with `conflict` where it would take the place of what another window keeps, or where another project is open by now.',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** Who keeps it; absent takes the place of whatever is kept. */
      window: windowId.optional(),
      /** Another window, whose work this one has taken over. */
      replaces: windowId.optional(),
      /** The folder of the project that it belongs to. */
      project: z.string().min(1).max(4096).optional(),
      draft: z.unknown(),
    }),
    output: z.object({ saved: z.boolean() }),
  }),
};
