import type * as z from "zod/mini";
import type { creation, User, UserDetail, UserRow } from "#domain/profils/user.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export type NewUser = z.output<typeof creation>;

export const users = resource<UserRow, UserDetail, NewUser>("User");

/** An account and its temporary password, which no other answer gives. */
export interface Opened {
  user: User;
  password: string;
}

export const register = (user: NewUser) => api.post<Opened>("/user/register", user);

export const resetPassword = (email: string) =>
  api.post<Opened>(`/user/${encodeURIComponent(email)}/resetPassword`);

export const resetFacteurs = (email: string) =>
  api.post(`/user/${encodeURIComponent(email)}/resetFacteurs`);
