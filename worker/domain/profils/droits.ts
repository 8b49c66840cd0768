/** The roles of user accounts, the widest first (http/README §9.6). */
export const roles = ["admin", "user_delete", "user"] as const;
export type Role = (typeof roles)[number];

/**
 * The kinds of actions; `modifier`: create, change, link, unlink and generate; `administrer`: acts reserved for
 * administrators.
 */
export type Action = "lire" | "modifier" | "supprimer" | "administrer";

const ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  admin: ["lire", "modifier", "supprimer", "administrer"],
  user_delete: ["lire", "modifier", "supprimer"],
  user: ["lire", "modifier"],
};

/** Whether a role allows an action (http/README §9.6); null (nobody signed in) allows nothing. */
export function peut(role: Role | null, action: Action): boolean {
  return role !== null && ACTIONS[role].includes(action);
}

/** Whether a user account may sign for the agency: an administrator, or a user whom an administrator entitled. */
export const peutSignerPourLAgence = ({
  role,
  habiliteSigner,
}: {
  role: Role;
  habiliteSigner?: boolean | undefined;
}): boolean => habiliteSigner === true || peut(role, "administrer");

/** The roles that allow an action, the widest first. */
export const rolesPour = (action: Action): Role[] => roles.filter((role) => peut(role, action));

export const LIBELLES_ROLE = {
  admin: "Administration",
  user: "Ajout / Edition",
  user_delete: "Ajout / Edition / Suppression",
} as const;
