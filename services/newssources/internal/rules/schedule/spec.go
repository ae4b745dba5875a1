package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Spec is the stored form of the settings of an endpoint. A nil *Spec means the default: adaptive,
// at any time.
type Spec struct {
	Mode         Mode        `json:"mode"`
	EverySeconds int         `json:"every_seconds,omitempty"` // of Fixed
	Cron         string      `json:"cron,omitempty"`          // of Cron
	Zone         string      `json:"zone,omitempty"`          // IANA name of the zone of Cron and Window; empty: UTC
	Window       *WindowSpec `json:"window,omitempty"`
}

// WindowSpec is the stored form of a Window.
type WindowSpec struct {
	Days []string `json:"days,omitempty"` // "mon" to "sun", on which the window begins; empty: every day
	From string   `json:"from"`           // such as 08:00
	To   string   `json:"to"`             // such as 20:00; 24:00 is the end of the day
}

// Settings returns the settings for an endpoint of a source with the given tier.
func (s *Spec) Settings(tier int) (Settings, error) {
	settings := Settings{Tier: tier}
	if s == nil {
		return settings, nil
	}
	var wrong problem.Fields
	normalized := s.Normalized(&wrong, "")
	if normalized != nil && normalized.Mode == Fixed &&
		(normalized.EverySeconds <= 0 || normalized.EverySeconds > maxFixedSeconds) {
		wrong.Add("/every_seconds", "range", "The interval is not between 1 s and %s.", maxFixedText)
	}
	if err := wrong.Err(); err != nil || normalized == nil {
		return settings, err
	}
	return normalized.parse(tier), nil
}

// ParseSettings returns the schedule settings of an endpoint. Settings that cannot be read, for
// example those of a later version, are an error, and the settings are adaptive.
func ParseSettings(stored []byte, tier int) (Settings, error) {
	if stored == nil {
		return Settings{Tier: tier}, nil
	}
	spec := &Spec{}
	if err := json.Unmarshal(stored, spec); err != nil {
		return Settings{Tier: tier}, fmt.Errorf("the schedule is not readable: %w", err)
	}
	return spec.Settings(tier)
}

// parse returns the settings of a normalized Spec.
func (s *Spec) parse(tier int) Settings {
	settings := Settings{Mode: s.Mode, Every: time.Duration(s.EverySeconds) * time.Second, Tier: tier}
	settings.Zone, _ = loadZone(s.Zone)
	if s.Mode == Cron {
		settings.Cron, _ = parseCron(s.Cron)
	}
	if s.Window != nil {
		settings.Window = s.Window.parse()
	}
	return settings
}

// Normalized returns the stored form of s: nil if it is the default. Invalid values are added to
// wrong; prefix is prepended to their JSON pointers. The interval is checked by CheckLimits.
func (s *Spec) Normalized(wrong *problem.Fields, prefix string) *Spec {
	if s == nil {
		return nil
	}
	n := &Spec{Mode: s.Mode, EverySeconds: s.EverySeconds, Cron: strings.Join(strings.Fields(s.Cron), " "),
		Zone: strings.TrimSpace(s.Zone)}
	if n.Mode == "" {
		n.Mode = Adaptive
	}
	var problems problem.Fields
	n.checkMode(&problems, prefix)
	if _, err := loadZone(n.Zone); err != nil {
		problems.Add(prefix+"/zone", "zone", "“%s” is not a time zone. Use an IANA name, such as Europe/Madrid.", n.Zone)
	}
	if s.Window != nil {
		n.Window = s.Window.normalized(&problems, prefix+"/window")
	}
	if problems.Err() == nil && n.Mode == Cron && n.Window != nil && !n.parse(0).occursInWindow() {
		problems.Add(prefix+"/cron", "window", "“%s” never occurs in the window from %s to %s. Change the expression, or "+
			"the window.", n.Cron, n.Window.From, n.Window.To)
	}
	wrong.Merge(problems.Err())
	switch {
	case n.Mode == Adaptive && n.Window == nil:
		return nil
	case n.Mode != Cron && n.Window == nil:
		n.Zone = "" // nothing depends on it
	}
	return n
}

// checkMode checks the mode and the values that belong to it.
func (s *Spec) checkMode(wrong *problem.Fields, prefix string) {
	switch s.Mode {
	case Adaptive, Fixed, Cron:
	default:
		wrong.Add(prefix+"/mode", "unknown", "“%s” is not a mode of a schedule. Use adaptive, fixed or cron.", s.Mode)
		return
	}
	if s.Mode != Fixed && s.EverySeconds != 0 {
		wrong.Add(prefix+"/every_seconds", "mode", "every_seconds is only allowed in the mode fixed. Remove every_seconds, "+
			"or use the mode fixed.")
	}
	switch {
	case s.Mode != Cron && s.Cron != "":
		wrong.Add(prefix+"/cron", "mode", "A cron expression is only allowed in the mode cron. Remove the expression, or "+
			"use the mode cron.")
	case s.Mode == Cron && s.Cron == "":
		wrong.Add(prefix+"/cron", "required", "Enter a cron expression, such as “0 6,18 * * *” for 6:00 and 18:00 every day.")
	case s.Mode == Cron:
		if _, err := parseCron(s.Cron); err != nil {
			wrong.Add(prefix+"/cron", "cron", "The cron expression is invalid: %s.", err)
		}
	}
}

// CheckLimits adds an error if the interval of a normalized Spec is missing, too long, or shorter
// than the limits of the operator and of the tier allow.
func (s *Spec) CheckLimits(wrong *problem.Fields, prefix string, limits Limits, tier int) {
	if s == nil {
		return
	}
	floor := limits.bounds(tier).min
	switch {
	case s.Mode == Fixed && (s.EverySeconds <= 0 || s.EverySeconds > maxFixedSeconds ||
		time.Duration(s.EverySeconds)*time.Second < floor):
		wrong.Add(prefix+"/every_seconds", "range", "Enter an interval between %s and %s. %s", Words(floor), maxFixedText,
			limits.describeFloor(tier))
	case s.Mode == Cron:
		if c, err := parseCron(s.Cron); err == nil && c.gap < floor {
			wrong.Add(prefix+"/cron", "floor", "“%s” leads to checks %s apart. %s", s.Cron, Words(c.gap),
				limits.describeFloor(tier))
		}
	}
}

// dayNames are the names of the days of a week, which begins on Monday.
var dayNames = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// normalized returns the stored form of w. Invalid values are added to wrong.
func (w *WindowSpec) normalized(wrong *problem.Fields, prefix string) *WindowSpec {
	n := &WindowSpec{}
	for i, name := range w.Days {
		if name = strings.ToLower(strings.TrimSpace(name)); !slices.Contains(dayNames, name) {
			wrong.Add(fmt.Sprintf("%s/days/%d", prefix, i), "unknown",
				"“%s” is not a day. Use mon, tue, wed, thu, fri, sat or sun.", name)
		}
		n.Days = append(n.Days, name)
	}
	slices.SortFunc(n.Days, func(a, b string) int { return slices.Index(dayNames, a) - slices.Index(dayNames, b) })
	if n.Days = slices.Compact(n.Days); len(n.Days) == len(dayNames) {
		n.Days = nil
	}
	from, okFrom := parseClock(w.From)
	to, okTo := parseClock(w.To)
	if n.From, n.To = from.String(), to.String(); !okFrom || from == dayMinutes {
		wrong.Add(prefix+"/from", "time", "“%s” is not a time at which the window can begin. Use a time from 00:00 to 23:59.",
			w.From)
	}
	if !okTo {
		wrong.Add(prefix+"/to", "time", "“%s” is not a time. Use a time from 00:00 to 24:00.", w.To)
	}
	if okFrom && okTo {
		if text := (&Window{From: from, To: to}).problem(); text != "" {
			wrong.Add(prefix+"/to", "window", "%s", text)
		}
	}
	return n
}

// parse returns the window of a normalized WindowSpec.
func (w *WindowSpec) parse() *Window {
	window := &Window{}
	window.From, _ = parseClock(w.From)
	window.To, _ = parseClock(w.To)
	for _, name := range w.Days {
		window.Days = append(window.Days, time.Weekday((slices.Index(dayNames, name)+1)%7))
	}
	return window
}

// parseClock parses a time of day, such as 08:00. 24:00 is the end of the day.
func parseClock(text string) (ClockTime, bool) {
	hourText, minuteText, ok := strings.Cut(strings.TrimSpace(text), ":")
	hour, err := strconv.ParseUint(hourText, 10, 8)
	minute, errMinute := strconv.ParseUint(minuteText, 10, 8)
	at := ClockTime(hour*60 + minute)
	if !ok || err != nil || errMinute != nil || len(minuteText) != 2 || minute > 59 || at > dayMinutes {
		return 0, false
	}
	return at, true
}

var errNoZone = errors.New("not the name of a time zone")

// loadZone returns the zone of an IANA name with an area, such as Europe/Madrid; an empty name is
// UTC. The zone of the server and abbreviations, whose rules are ambiguous, are no zones.
func loadZone(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	if area, _, hasArea := strings.Cut(name, "/"); !hasArea || area == "posix" || area == "right" {
		return nil, errNoZone
	}
	return time.LoadLocation(name)
}
