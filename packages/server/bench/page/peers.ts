import { PEER_WORKS, type PeerResult, type PeersResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { bytes, image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Beside products that a team might use instead';

/** The peers' table, what their answers contain, and how each was set up. */
export function peersSection(result: Result<PeersResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench peers 10000');
  const { items, connections, rounds, seconds, peers } = result.data;
  const plot = { file: 'peers.svg', svg: chart(peers) };
  return {
    title: TITLE,
    plots: [plot],
    text: [
      measuredOn(result),
      `Each product has ${number(items)} products in a database of its own on the same PostgreSQL, and is loaded through its own REST API over
${connections} connections, by as many requests as it answers in about ${seconds} seconds, in ${rounds} rounds that alternate; the figures are medians.
Before the load the bench checks that a page has 100 rows and the exact total, also after a creation.`,
      image(plot, 'Requests a second at each product'),
      table(['Request', 'Product', 'Requests/s', 'To ours', 'Server CPU, µs', 'Database CPU, µs'], costRows(peers)),
      'The answers differ in what they contain:',
      table(
        ['Product', 'Version', 'Get', 'List of 100', 'Create', 'Values a row', 'Without a credential', 'A wrong body'],
        peers.map(answerRow),
      ),
      ...peers.map((peer) => setUp(peer, peers)),
    ].join('\n\n'),
  };
}

const costRows = (peers: readonly PeerResult[]): string[][] =>
  PEER_WORKS.flatMap((work) =>
    peers.map(({ name, work: works }) => {
      const { rate, ratio, server, database } = works[work];
      return [work, name, number(rate), number(ratio), number(server), number(database)];
    }),
  );

const answerRow = ({ name, version, answers }: PeerResult): string[] => {
  const { bytes: sizes, values, withoutCredentials, invalidBody } = answers;
  const lengths = [sizes.get, sizes.list, sizes.create].map((size) => bytes(size));
  return [name, version, ...lengths, number(values), String(withoutCredentials), String(invalidBody)];
};

function setUp({ name, settings, packages, answers }: PeerResult, peers: readonly PeerResult[]): string {
  const members = answers.members.join(', ');
  const same = peers.find((peer) => peer.answers.members.join(', ') === members);
  const versions = Object.entries(packages).map(([module, version]) => `${module} ${version}`);
  const sentences = [
    ...settings,
    ...(versions.length > 0 ? [`Packages: ${versions.join(', ')}.`] : []),
    same && same.name !== name
      ? `A row of the list has the same members as ${same.name}'s.`
      : `A row of the list has the members ${members}.`,
  ];
  return `**${name}**\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`;
}

function chart(peers: readonly PeerResult[]): string {
  const groups = PEER_WORKS.map((work) => ({
    label: work,
    bars: peers.map(({ name, work: works }) => ({ label: name, parts: [works[work].rate] })),
  }));
  return barChart({ title: 'Requests a second', series: ['requests'], groups, format: number });
}
