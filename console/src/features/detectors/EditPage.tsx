export function NewDetectorPage() {
  return null
}
export function DetectorPage() {
  return null
}
