export function AlertPage() {
  return null
}
