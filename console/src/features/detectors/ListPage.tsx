export function DetectorsPage() {
  return null
}
