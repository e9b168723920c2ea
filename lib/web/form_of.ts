import { HttpError } from "fresh";

/** The fields of a posted form. Throws 400 in words for a body that is none. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new HttpError(400, "This address takes a form. Go back and send it again.");
  }
}
