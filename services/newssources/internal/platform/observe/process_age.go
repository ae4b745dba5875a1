package observe

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	// ticksPerSecond is the unit of times in /proc/PID/stat (USER_HZ), which is the same on all
	// architectures that Go supports.
	ticksPerSecond = 100
	// startField is the index of the start time in /proc/PID/stat, after the name of the program.
	startField = 19
)

// ProcessAge returns the time since the start of this process, which includes the initialization of
// all packages. Its resolution is 10 ms. It returns an error on systems without /proc.
func ProcessAge() (time.Duration, error) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, err
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0, err
	}
	return processAge(string(stat), string(uptime))
}

// processAge computes the age of a process from the contents of /proc/PID/stat and /proc/uptime.
func processAge(stat, uptime string) (time.Duration, error) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // the name of the program may contain spaces
	seconds, _, _ := strings.Cut(uptime, " ")
	if len(fields) <= startField {
		return 0, errors.New("/proc/self/stat has too few fields")
	}
	start, err := strconv.ParseFloat(fields[startField], 64)
	if err != nil {
		return 0, err
	}
	now, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		return 0, err
	}
	return time.Duration((now - start/ticksPerSecond) * float64(time.Second)).Round(time.Second / ticksPerSecond), nil
}
