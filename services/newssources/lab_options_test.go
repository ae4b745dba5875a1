package main

import (
	"strings"
	"testing"
	"time"
)

func TestLabOptions(t *testing.T) {
	t.Parallel()
	c, err := readChanged(map[string]string{"PRODUCTION": "false",
		"LAB_OPTIONS": "alert_interval=5s, moved_sightings=2,moved_time=1m"})
	if s := c.Suggestions; err != nil || c.AlertInterval != 5*time.Second || s.MovedSightings != 2 ||
		s.MovedTime != time.Minute || s.SettingChecks != 5 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, c := range []struct{ name, production, options, want string }{
		{"production", "true", "alert_interval=5s", "production mode refuses it"},
		{"unknown option", "false", "pace=2", `unknown option "pace"`},
		{"duration without a unit", "false", "moved_time=60", "moved_time"},
		{"number that is none", "false", "setting_checks=few", "setting_checks"},
		{"missing list", "false", "sample_list=testdata/nowhere.opml", "testdata/nowhere.opml"},
		{"list of another format", "false", "sample_list=openapi.yaml", "openapi.yaml"},
	} {
		_, err := readChanged(map[string]string{"PRODUCTION": c.production, "LAB_OPTIONS": c.options})
		if err == nil || !strings.Contains(err.Error(), "LAB_OPTIONS") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
