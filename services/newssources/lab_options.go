package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// labOptions is the variable with settings for laptops and tests: NAME=VALUE pairs, separated by
// commas. They shorten what takes minutes to weeks in operation. Production refuses it.
const labOptions = "LAB_OPTIONS"

// readLabOptions changes the settings that have no variable of their own.
func (env *envReader) readLabOptions(c *Config) {
	pairs := env.list(labOptions)
	if len(pairs) > 0 && c.Production {
		env.addError("%s is for laptops and tests, and production mode refuses it: unset it, or set PRODUCTION=false on a laptop", labOptions)
		return
	}
	s := &c.Suggestions
	durations := map[string]*time.Duration{
		"alert_interval": &c.AlertInterval, "rights_interval": &c.RightsInterval, "robots_time": &c.RobotsTTL,
		"review_interval": &s.Interval, "moved_time": &s.MovedTime,
		"duplicate_time": &s.DuplicateTime, "replace_time": &s.ReplaceTime,
		"probation_time": &s.ProbationTime, "archive_time": &s.ArchiveTime, "setting_time": &s.SettingTime,
	}
	counts := map[string]*int{"moved_sightings": &s.MovedSightings, "setting_checks": &s.SettingChecks}
	for _, pair := range pairs {
		var err error
		name, value, _ := strings.Cut(pair, "=")
		switch duration, count := durations[name], counts[name]; {
		case duration != nil:
			*duration, err = time.ParseDuration(value)
		case count != nil:
			*count, err = strconv.Atoi(value)
		case name == "sample_list":
			c.SampleList, err = readOPMLFile(value)
		default:
			env.addError("%s has an unknown option %q", labOptions, name)
		}
		if err != nil {
			env.addError("%s: %s is %q: %w", labOptions, name, value, err)
		}
	}
}

// readOPMLFile returns the content of an OPML file that can be read.
func readOPMLFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err == nil {
		_, err = transfer.ReadOPML(context.Background(), data)
	}
	return data, err
}
