/** Why an inspection was not full, or had no text to look at (docs/policies.md, "What cannot be inspected"). */
export type InspectionReason =
  | 'no_policies'
  | 'no_detectors'
  | 'too_large'
  | 'over_budget'
  | 'unknown_encoding'
  | 'bad_encoding'
  | 'malformed_body'
  | 'malformed_file'
  | 'token_array'
  | 'unreadable_file'
  | 'unsupported_upgrade'
  /** The request holds nothing to read and nothing that could not be read: the inspection is full. */
  | 'no_text'

export interface InspectionStatus {
  /** `partial`: some text was inspected, not all. `none`: no text could be read. */
  readonly status: 'full' | 'partial' | 'none'
  readonly reason?: InspectionReason | undefined
  /** A file that cannot be read is in the request, whatever else `reason` names: WEIR_FAIL_MODE_FILES judges it too. */
  readonly hasUnreadableFile?: boolean | undefined
  /** What kept files, or parts of them, from being read (docs/policies.md, "Files"); absent where all were. */
  readonly files?: readonly string[] | undefined
}
