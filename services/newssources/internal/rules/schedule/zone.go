package schedule

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// maxLeads is the maximum number of leads that are kept, one per check.
	maxLeads = 20
	// clockError is the maximum difference between the clocks of a site and of this service that is
	// not evidence for another zone.
	clockError = 5 * time.Minute
	// maxLag is the maximum time between the publication of the item that is found soonest and its
	// check. If an endpoint is checked at least hourly, items are found at most an hour after their
	// publication.
	maxLag = time.Hour
	// maxOffset is the largest offset of a zone.
	maxOffset = 14 * time.Hour
	// minFuture is the minimum share of checks whose newest item is in the future, if no zone of the
	// source's country explains the dates.
	minFuture = 0.8
)

// Zone is evidence for the zone of dates without a zone.
type Zone struct {
	// The date of the newest new item of each check minus the time of the check, in seconds.
	Leads   []int     `json:"leads"`
	FirstAt time.Time `json:"first_at"`
	LastAt  time.Time `json:"last_at"`
}

// add returns the evidence with another document. A document most of whose dates have zones deletes
// the evidence.
func (z *Zone) add(c Result) *Zone {
	d := c.Document
	if d.LocalDates == 0 || 2*d.LocalDates < c.Items {
		return nil
	}
	next := &Zone{FirstAt: c.At, LastAt: c.At}
	if z != nil {
		next.Leads, next.FirstAt, next.LastAt = slices.Clone(z.Leads), z.FirstAt, z.LastAt
	}
	if d.Newest == nil || c.IsFirst || c.AfterFail { // the items may be old
		return next
	}
	lead := d.Newest.Sub(c.At)
	if lead > maxOffset || lead < -maxOffset-maxLag {
		return next
	}
	next.Leads = append(next.Leads, int(lead/time.Second))
	next.Leads, next.LastAt = next.Leads[max(0, len(next.Leads)-maxLeads):], c.At
	return next
}

// Lead returns the largest lead: that of the item that was found soonest after its publication.
func (z *Zone) Lead() time.Duration {
	if len(z.Leads) == 0 {
		return 0
	}
	return time.Duration(slices.Max(z.Leads)) * time.Second
}

// SuggestedZone returns the name of the zone that explains the dates of new items, or "". current
// is the zone in which the dates were read. A zone of the country is preferred; without one, a zone
// of a fixed offset is returned if the dates are consistently in the future. The evidence needs at
// least minChecks checks over at least minTime.
func (h *History) SuggestedZone(current *time.Location, country string, minChecks int, minTime time.Duration) string {
	z := h.Zone
	if z == nil || len(z.Leads) < minChecks || z.LastAt.Sub(z.FirstAt) < minTime {
		return ""
	}
	lead, offset := z.Lead(), offsetAt(current, z.LastAt)
	switch {
	case lead <= clockError && lead > -maxLag:
		return "" // the current zone explains the dates
	case lead < 0 && (h.Pace == nil || h.Pace.Mean() > maxLag):
		return "" // rare checks also find items late
	}
	explains := func(candidate time.Duration) bool {
		ahead := candidate - offset // how far its dates are ahead of those in the current zone
		return lead <= ahead+clockError && ahead-lead < maxLag
	}
	for _, name := range CountryZones(country) {
		if zone, err := time.LoadLocation(name); err == nil && explains(offsetAt(zone, z.LastAt)) {
			return name
		}
	}
	hours := int((offset + lead - clockError + time.Hour - 1) / time.Hour)
	if lead < 0 || z.futureShare() < minFuture || !explains(time.Duration(hours)*time.Hour) || hours <= 0 || hours > 14 {
		return ""
	}
	return fmt.Sprintf("Etc/GMT-%d", hours) // these names have the sign of POSIX: GMT-2 is two hours ahead of UTC
}

// futureShare returns the share of checks whose newest item was in the future.
func (z *Zone) futureShare() float64 {
	n := 0
	for _, lead := range z.Leads {
		if time.Duration(lead)*time.Second > clockError {
			n++
		}
	}
	return float64(n) / float64(max(len(z.Leads), 1))
}

func offsetAt(zone *time.Location, at time.Time) time.Duration {
	_, seconds := at.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// countryZones has the zones of each country, from zone.tab of the IANA time zone database: the
// country, a tab and the zone. The zones of a country are in the order of the database, which
// begins with the most populous ones.
//
//go:embed country_zones.tsv
var countryZones string

var zonesByCountry = sync.OnceValue(func() map[string][]string {
	zones := map[string][]string{}
	for line := range strings.Lines(countryZones) {
		if country, zone, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			zones[country] = append(zones[country], zone)
		}
	}
	return zones
})

// CountryZones returns the IANA zones of a country (ISO 3166-1 alpha-2), the most populous first.
func CountryZones(country string) []string { return zonesByCountry()[country] }
