package feed

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

// minutes reads how long a publisher asks to wait. What is no number, or a silly one, says nothing.
func minutes(raw []byte) time.Duration {
	n, err := strconv.ParseFloat(string(bytes.TrimSpace(raw)), 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return bounded(n * float64(time.Minute))
}

// bounded makes a duration of nanoseconds, at most longestAdvice.
func bounded(nanoseconds float64) time.Duration {
	return time.Duration(min(nanoseconds, float64(longestAdvice))).Round(time.Second)
}

// updatePeriod is what sy:updatePeriod and sy:updateFrequency say: "hourly", 2 is twice an hour.
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
	return bounded(float64(period) / frequency)
}

// skipHours reads the hours in which nobody needs to ask. 24 is what some write for midnight.
func (r *rssReader) skipHours() (hours []int) {
	r.each(nameHour, func(raw string) {
		hour, err := strconv.Atoi(raw)
		if err != nil || hour < 0 || hour > 24 || slices.Contains(hours, hour%24) {
			return
		}
		hours = append(hours, hour%24)
	})
	slices.Sort(hours)
	return hours
}

func (r *rssReader) skipDays() (days []time.Weekday) {
	r.each(nameDay, func(raw string) {
		for day := time.Sunday; day <= time.Saturday; day++ {
			if strings.EqualFold(raw, day.String()) && !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
	})
	slices.Sort(days)
	return days
}

// each calls use with the text of each element with a name inside the one that began last.
func (r *rssReader) each(id nameID, use func(string)) {
	r.inside(func() {
		if r.id == id {
			use(strings.TrimSpace(string(r.Text(true).Bytes)))
		}
	})
}
