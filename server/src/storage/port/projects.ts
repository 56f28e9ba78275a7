/** A project that has been written to. */
export interface Project {
  readonly project_id: string
  /** An opaque id that never changes, used where a digest must not depend on the project's name. */
  readonly internal_id: string
}

export interface ProjectSizes {
  readonly calls: number
  readonly objects: number
  readonly tables: number
  readonly files: number
}

export interface ProjectStore {
  /** The known ones among these, in no order. */
  find(projectIds: readonly string[]): Promise<Project[]>

  /** Every project, by name. */
  list(): Promise<Project[]>

  /** Bytes stored, by kind. */
  sizes(projectId: string): Promise<ProjectSizes>
}
