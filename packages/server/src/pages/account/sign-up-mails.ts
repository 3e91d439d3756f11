interface Words {
  readonly subject: string;
  readonly text: string;
}

export const confirmationMail = (service: string, link: string): Words => ({
  subject: `Confirm your e-mail address for ${service}`,
  text: `Welcome to ${service}.\n\nTo confirm that this is your address, open this link within a day:\n\n${link}\n\nThen you can create apps. If you did not sign up, ignore this message.`,
});

export const accountExistsMail = (service: string, signIn: string): Words => ({
  subject: `Your account at ${service}`,
  text: `Someone, perhaps you, signed up at ${service} with this address, which already has an account. Nothing was changed.\n\nTo add an organization, sign in with your own password:\n\n${signIn}\n\nIf it was not you, there is nothing to do.`,
});
