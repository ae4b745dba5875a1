package observe

import "context"

// CountSources returns the number of sources of each lifecycle, including those with a count of 0.
type CountSources func(context.Context) (map[string]int, error)

func newSourcesCollector(countSources CountSources) *gaugeCollector[map[string]int] {
	return newGaugeCollector(countSources,
		gauge[map[string]int]{"", "sources", "News sources by lifecycle", "lifecycle", labeled})
}
