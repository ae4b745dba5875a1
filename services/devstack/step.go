package main

import "time"

// stepDelay is the time after which a step is reported. Without downloads and compilation, no step
// takes that long.
const stepDelay = 2 * time.Second

// startStep reports a long step, such as "building the service", and its duration when the returned
// function is called.
func startStep(step string) (end func()) {
	started := time.Now()
	timer := time.AfterFunc(stepDelay, func() { progress("%s …", step) })
	return func() {
		if !timer.Stop() {
			progress("%s took %.0f s", step, time.Since(started).Seconds())
		}
	}
}
