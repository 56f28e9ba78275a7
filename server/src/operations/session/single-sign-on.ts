import type { User } from '../../domain/accounts/account.ts'
import { admissionOf, type Claims, type SignInPolicy } from '../../domain/accounts/single-sign-on.ts'
import { ServiceError } from '../../errors.ts'
import { recordChange } from '../audit.ts'
import { addUser, type Editor, grantRole, revokeRole } from '../settings/accounts.ts'

/**
 * Returns the user with the email address of the claims, and creates one if needed. Their roles are updated: in entities that the
 * policy names, and for server admins if it names them, it alone decides. Throws `forbidden` for users without any access.
 */
export async function signInByClaims(editor: Editor, claims: Claims, policy: SignInPolicy): Promise<User> {
  const { name: address, server_admin, roles } = admissionOf(claims, policy)
  const { accounts } = editor.storage
  const users = await accounts.users()
  // An admin may have added them with capital letters.
  const known =
    users.find(({ name }) => name === address) ?? users.find(({ name }) => name.toLowerCase() === address)
  const name = known?.name ?? address
  const before = known ? await accounts.memberships(known.id) : []
  const governed = new Set(
    policy.rules.flatMap(({ grants }) => (grants === 'server admin' ? [] : [grants.entity])),
  )
  const stay = before.filter(({ entity }) => !governed.has(entity))
  const isGoverned = policy.rules.some(({ grants }) => grants === 'server admin')
  const isAdmin = isGoverned ? server_admin : known?.server_admin === true
  // Removed even if the sign-in is refused: the user may have API keys and other sessions.
  for (const { entity } of before)
    if (governed.has(entity) && !roles.some((role) => role.entity === entity))
      await revokeRole(editor, name, entity)
  if (known && known.server_admin !== isAdmin) await setServerAdmin(editor, known, isAdmin)
  if (!isAdmin && roles.length + stay.length === 0)
    throw new ServiceError('forbidden', `${name} has no role on this server`)
  const user = known ?? (await addUser(editor, { name, server_admin: isAdmin }))
  for (const { entity, role } of roles)
    if (!before.some((each) => each.entity === entity && each.role === role))
      await grantRole(editor, { user_name: name, entity, role })
  return { ...user, server_admin: isAdmin }
}

async function setServerAdmin(editor: Editor, user: User, server_admin: boolean): Promise<void> {
  const action = server_admin ? 'role.grant' : 'role.revoke'
  await recordChange(editor, { action, target: user.name }, { server_admin })
  await editor.storage.accounts.putUser({ ...user, server_admin })
}
