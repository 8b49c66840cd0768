import * as z from "zod/mini";
import { LIBELLES_ROLE, roles } from "#domain/profils/droits.ts";
import { creation, modification, type UserRow } from "#domain/profils/user.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EmailField, RadioField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { type NewUser, type Opened, register, users } from "#web/entities/profils/users.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** From the role with the fewest rights to the role with the most, which must be given with care. */
const ROLES = roles.toReversed().map((value) => ({ value, label: LIBELLES_ROLE[value] }));

const FIELDS = (
  <>
    <EmailField name="email" label="Adresse e-mail" span={6} />
    <TextField name="nom" label="Prénom et nom" span={6} />
    <RadioField name="role" label="Rôle" options={ROLES} span={6} />
  </>
);

/** Only an account that exists may be entitled to sign for the agency. */
const existing = z.extend(creation, { habiliteSigner: modification.shape.habiliteSigner });

/** Administrators may sign without being entitled. */
function SignsForAgency() {
  if (useValue("role") === "admin") return null;
  return (
    <SwitchField
      name="habiliteSigner"
      label="Signe pour l’agence"
      span={6}
      hint="Signe en dernier les documents mis en signature, et les scelle. Les administrateurs le font sans cela."
    />
  );
}

interface NewUserDialogProps {
  onOpened(opened: Opened): void;
  onClose(): void;
}

export function NewUserDialog({ onOpened, onClose }: NewUserDialogProps) {
  const open = useWrite(
    async (values: NewUser) => ({ ...(await register(values)), version: 0 }),
    [users.name],
    () => true,
  );
  return (
    <FormDialog
      title="Nouvel utilisateur"
      schema={creation}
      record={null}
      initial={{ role: "user" }}
      create={(values) => open.mutateAsync(values)}
      createLabel="Créer l’utilisateur"
      onSaved={({ user, password }) => onOpened({ user, password })}
      onClose={onClose}
    >
      <FieldGrid>{FIELDS}</FieldGrid>
    </FormDialog>
  );
}

interface UserDialogProps {
  user: UserRow;
  onClose(): void;
}

/**
 * The e-mail, name and role of an account, and whether it signs for the agency. A change of role takes effect at
 * once, even while the user is signed in.
 */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const writes = useFormWrites(users, user.id);
  return (
    <FormDialog
      {...writes}
      title={user.nom ?? user.email}
      schema={existing}
      record={user}
      createLabel="Créer l’utilisateur"
      onSaved={() => {
        notify("Vos modifications ont été prises en compte.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        {FIELDS}
        <SignsForAgency />
      </FieldGrid>
    </FormDialog>
  );
}
