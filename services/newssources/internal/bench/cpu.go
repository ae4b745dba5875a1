package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of the times in /proc/PID/stat: USER_HZ is 100 on Linux.
const tick = 10 * time.Millisecond

// Postmaster returns the process id of the PostgreSQL server of a session, or 0 if it does not run
// on this machine.
func Postmaster(session int) int {
	fields := procStat(session)
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1])
	return parent
}

// OwnCPU returns the CPU time of this process.
func OwnCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// ProcessCPU returns the CPU time of a process, in steps of 10 ms.
func ProcessCPU(pid int) time.Duration {
	fields := procStat(pid)
	return time.Duration(number(fields, 11)+number(fields, 12)) * tick // user, system
}

// PostgresCPU returns the CPU time of all sessions of a PostgreSQL server.
func PostgresCPU(postmaster int) time.Duration {
	if postmaster == 0 {
		return 0
	}
	var total time.Duration
	for _, pid := range children(postmaster) {
		total += ProcessCPU(pid)
	}
	fields := procStat(postmaster)
	return total + time.Duration(number(fields, 13)+number(fields, 14))*tick // times of ended sessions
}

// ProcessTimes are the CPU time of a process and the time for which it waited for a processor.
type ProcessTimes struct {
	CPU, Wait time.Duration
}

// ReadProcessTimes returns the times of a process since its start, or zeros if it does not run on
// this machine.
func ReadProcessTimes(pid int) ProcessTimes {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	fields := strings.Fields(string(data))
	return ProcessTimes{CPU: time.Duration(number(fields, 0)), Wait: time.Duration(number(fields, 1))}
}

// Sub returns t minus before.
func (t ProcessTimes) Sub(before ProcessTimes) ProcessTimes {
	return ProcessTimes{t.CPU - before.CPU, t.Wait - before.Wait}
}

// procStat returns the fields of /proc/PID/stat after the process name, starting with the state.
func procStat(pid int) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	return strings.Fields(rest)
}

func number(fields []string, at int) int {
	if len(fields) <= at {
		return 0
	}
	n, _ := strconv.Atoi(fields[at])
	return n
}

func children(pid int) (list []int) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, field := range strings.Fields(string(data)) {
		if child, err := strconv.Atoi(field); err == nil {
			list = append(list, child)
		}
	}
	return list
}

// Millis returns a duration in milliseconds.
func Millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
