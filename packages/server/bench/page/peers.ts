import { PEER_WORKS, type PeerResult, type PeersResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { bytes, image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Compared with alternative products';

/** Costs of the peers, contents of their responses, and the set-up of each. */
export function peersSection(result: Result<PeersResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench peers 10000');
  const { items, connections, rounds, seconds, peers } = result.data;
  const plot = { file: 'peers.svg', svg: chart(peers) };
  return {
    title: TITLE,
    plots: [plot],
    text: [
      measuredOn(result),
      `Each product has ${number(items)} items in a separate database on the same PostgreSQL, and receives requests to its own REST API over
${connections} connections, for about ${seconds} seconds in each of ${rounds} alternating rounds; the figures are medians. Before the load the bench
verifies that a page has 100 rows and the exact total, also after a create.`,
      image(plot, 'Requests per second of each product'),
      table(['Request', 'Product', 'Requests/s', 'To Tillgate', 'Server CPU, µs', 'Database CPU, µs'], costRows(peers)),
      'The responses differ in content:',
      table(
        ['Product', 'Version', 'Get', 'List of 100', 'Create', 'Values a row', 'Without a credential', 'Invalid body'],
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
      ? `A row of the list has the same properties as ${same.name}'s.`
      : `Properties of a row of the list: ${members}.`,
  ];
  return `**${name}**\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`;
}

function chart(peers: readonly PeerResult[]): string {
  const groups = PEER_WORKS.map((work) => ({
    label: work,
    bars: peers.map(({ name, work: works }) => ({ label: name, parts: [works[work].rate] })),
  }));
  return barChart({ title: 'Requests per second', series: ['requests'], groups, format: number });
}
