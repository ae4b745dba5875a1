package feed

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parseMinutes parses a number of minutes, such as that of a ttl element. It returns 0 for anything
// but a positive number.
func parseMinutes(raw []byte) time.Duration {
	n, err := strconv.ParseFloat(string(bytes.TrimSpace(raw)), 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return limitedDuration(n * float64(time.Minute))
}

// limitedDuration returns a duration of at most maxAdvice.
func limitedDuration(nanoseconds float64) time.Duration {
	return time.Duration(min(nanoseconds, float64(maxAdvice))).Round(time.Second)
}

// updatePeriod holds sy:updatePeriod and sy:updateFrequency: "hourly" and 2 mean twice an hour.
type updatePeriod struct{ period, frequency string }

func (u updatePeriod) duration() time.Duration {
	var period time.Duration
	switch strings.ToLower(strings.TrimSpace(u.period)) {
	case "hourly":
		period = time.Hour
	case "daily", "dayly":
		period = 24 * time.Hour
	case "weekly":
		period = 7 * 24 * time.Hour
	case "monthly":
		period = 30 * 24 * time.Hour
	case "yearly":
		period = 365 * 24 * time.Hour
	case "":
		if u.frequency == "" {
			return 0
		}
		period = 24 * time.Hour // the default
	default:
		return 0
	}
	frequency, err := strconv.ParseFloat(strings.TrimSpace(u.frequency), 64)
	if err != nil || !(frequency > 0) {
		frequency = 1
	}
	return limitedDuration(float64(period) / frequency)
}

// skipHours reads the hours in which the feed needn't be fetched. Some feeds write 24 for midnight.
func (r *rssReader) skipHours() (hours []int) {
	r.eachInnerText(nameHour, func(raw string) {
		hour, err := strconv.Atoi(raw)
		if err != nil || hour < 0 || hour > 24 || slices.Contains(hours, hour%24) {
			return
		}
		hours = append(hours, hour%24)
	})
	slices.Sort(hours)
	return hours
}

// skipDays reads the days on which the feed needn't be fetched.
func (r *rssReader) skipDays() (days []time.Weekday) {
	r.eachInnerText(nameDay, func(raw string) {
		for day := time.Sunday; day <= time.Saturday; day++ {
			if strings.EqualFold(raw, day.String()) && !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
	})
	slices.Sort(days)
	return days
}

// eachInnerText calls use with the text of each element named id inside the last started element.
func (r *rssReader) eachInnerText(id nameID, use func(string)) {
	r.inside(func() {
		if r.id == id {
			use(strings.TrimSpace(string(r.Text(true).Bytes)))
		}
	})
}
