package schedule

import (
	"errors"
	"fmt"
)

// Validate returns an error for settings that cannot be followed.
func (s Settings) Validate() error {
	switch s.Mode {
	case "", Adaptive:
	case Fixed:
		if s.Every < DefaultMin || s.Every > maxFixed {
			return fmt.Errorf("the interval must be between %s and %s", Words(DefaultMin), Words(maxFixed))
		}
	case Cron:
		if s.Cron == nil {
			return errors.New("the cron expression is missing")
		}
	default:
		return fmt.Errorf("“%s” is no kind of schedule: use adaptive, fixed or cron", s.Mode)
	}
	if s.Window != nil {
		return s.Window.Validate()
	}
	return nil
}
