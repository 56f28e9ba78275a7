/** What the audit log records. */
export const AUDIT_ACTIONS = [
  'user.add',
  'user.remove',
  'role.grant',
  'role.revoke',
  'key.create',
  'key.revoke',
  'retention.set',
  'retention.apply',
  'redaction.set',
  'data.delete',
  'calls.close',
] as const
