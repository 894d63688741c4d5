export function NewWebhookPage() {
  return null
}
export function WebhookPage() {
  return null
}
