/** The story on the embedded platform, or on the cloud of the file that GANTRY_SCENARIO names. */
import { cloudOf } from './support/cloud.ts';
import { tellStory } from './support/story.ts';

tellStory(cloudOf(process.env['GANTRY_SCENARIO']));
