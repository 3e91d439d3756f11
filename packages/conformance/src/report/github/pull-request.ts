/** The pull request of a job, and the address of its comments. */
export interface PullRequest {
  /** Base of GitHub's REST API. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
}

interface Comment {
  readonly id: number;
  readonly body?: string;
}

const PAGE = 100;

/** Writes a comment, or updates the one that begins with the marker. Throws if GitHub does not allow it. */
export async function comment(pullRequest: PullRequest, marker: string, body: string): Promise<'written' | 'changed'> {
  const earlier = await findComment(pullRequest, marker);
  if (earlier) {
    await send(pullRequest, 'PATCH', `issues/comments/${earlier.id}`, { body });
    return 'changed';
  }
  await send(pullRequest, 'POST', `issues/${pullRequest.number}/comments`, { body });
  return 'written';
}

async function findComment(pullRequest: PullRequest, marker: string): Promise<Comment | undefined> {
  for (let page = 1; ; page += 1) {
    const path = `issues/${pullRequest.number}/comments?per_page=${PAGE}&page=${page}`;
    const comments = (await send(pullRequest, 'GET', path)) as Comment[];
    const found = comments.find(({ body = '' }) => body.startsWith(marker));
    if (found || comments.length < PAGE) return found;
  }
}

async function send({ apiUrl, repository, token }: PullRequest, method: string, path: string, body?: object) {
  const response = await fetch(`${apiUrl}/repos/${repository}/${path}`, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-GitHub-Api-Version': '2022-11-28',
    },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path.split('?')[0]}`);
  return response.json();
}
